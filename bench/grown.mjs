// How long the most used calls take in a grown installation ÷ in a new one, one after the other and in
// turns, and how many pages PostgreSQL reads for each:
//   node grown.mjs NEW_BASE NEW_FOLDER GROWN_BASE GROWN_FOLDER SAMPLES
// Times are what a tenth of the samples stays below, of all clients in turns: the middle would tell more of
// what else the machine does meanwhile. Pages are of the statements that ran at least once for each sample:
// few of the jobs beside do, where the machine is not too busy.
import { execFileSync } from 'node:child_process';
import { call, expectMessage, order, tokensOf } from './calls.mjs';

const [newBase, newFolder, grownBase, grownFolder, count] = process.argv.slice(2);
const samples = Number(count);
const installations = [];
for (const [base, folder] of [
  [newBase, newFolder],
  [grownBase, grownFolder],
])
  installations.push({ base, folder, tokens: await tokensOf(`${folder}/tokens`), placed: [] });
const day = (ago) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);

// A guest's reply is kept by nginx for a second: a parameter that nobody knows makes it a new one.
const guests = {
  status: '/api/v3/status?',
  coins: '/api/v1/home/coins?',
  pairs: '/api/v3/all-pairs?',
  book: '/api/v3/recent-trades?name=BTCUSDT&',
  price: '/api/v3/coin-pair/current-price?symbol=BTC&timeframe=1min&',
  candles: '/api/v2/chart/chart-series?symbol=BTC&timeframe=1D&limit=50&',
  'coin profile': '/api/v3/coin-profile?name=BTC&',
  contracts: '/api/v3/futures/contracts?',
};
const clients = {
  client: '/api/v3/clients',
  balance: '/api/v3/wallet-balance?name=USDT',
  overview: '/api/v3/overview',
  'spot wallet': '/api/v3/wallets/spot',
  coin: '/api/v3/wallet-single-coin?name=BTC',
  'coin pnl': '/api/v3/wallet-single-coin-pnl?name=BTC',
  portfolio: '/api/v3/wallet/portfolio',
  pnl: '/api/v3/pnl',
  statement: `/api/v3/statement?from=${day(30)}&to=${day(0)}`,
  'realized gains': `/api/v3/realized-gains?method=FIFO&from=${day(60)}&to=${day(0)}`,
  rules: '/api/v3/getOrder?symbol=BTCUSDT',
  'open orders': '/api/v3/trades/open-orders',
  'order history': '/api/v3/trades/order-histories',
  'order history, filtered': '/api/v3/trades/order-histories?name=BTCUSDT&side=BUY&page=2&per_page=10',
  'buy history': '/api/v3/buy-history',
  marks: `/udf/marks?symbol=BTCUSDT&resolution=1D&from=${Math.floor(Date.now() / 1000) - 30 * 86_400}&to=${Math.floor(Date.now() / 1000)}`,
  'fee rates': '/api/v3/fee-rates',
  positions: '/api/v2/client-margin',
  conversions: '/api/v3/convert/history',
  transfers: '/api/v3/transfers',
  deposits: '/api/v3/deposit-history',
  notifications: '/api/v3/notifications',
  unread: '/api/v3/notifications/unread',
  activity: '/api/v3/account-activity',
  sessions: '/api/v3/sessions',
  referrals: '/api/v3/get-referral',
  tasks: '/api/v3/task/view',
  subscriptions: '/api/v3/stake',
  interest: '/api/v3/analysis',
};

async function read({ base }, name, path, token) {
  const reply = await fetch(base + path, {
    headers: token ? { authorization: `Bearer ${token}` } : {},
  });
  const text = await reply.text();
  if (reply.status !== 200) throw new Error(`${name}: ${reply.status} ${text}`);
}

function tenth(times) {
  const sorted = [...times].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 10)];
}

const sql = ({ folder }, text) =>
  execFileSync('psql', ['-qAtX', '-h', `${folder}/run`, '-d', 'postgres', '-c', text], {
    encoding: 'utf8',
  }).trim();
const forget = (installation) => sql(installation, 'select pg_stat_statements_reset()');
const pages = (installation) =>
  Number(
    sql(
      installation,
      `select coalesce(sum(shared_blks_hit + shared_blks_read), 0) / ${samples}
         from pg_stat_statements where calls >= ${samples}`,
    ),
  );

/** Each client once before, so that nothing is measured that is done once for all calls. */
async function measure(name, act) {
  installations.forEach(forget);
  const times = installations.map(() => []);
  for (let index = 0; index < samples; index += 1)
    for (const which of index % 2 ? [0, 1] : [1, 0]) {
      const installation = installations[which];
      const { tokens } = installation;
      const began = performance.now();
      await act(installation, tokens[index % tokens.length], index);
      if (index >= tokens.length) times[which].push(performance.now() - began);
    }
  const [few, many] = times.map(tenth);
  const [fewPages, manyPages] = installations.map(pages);
  console.log(
    `call ${name}: ${many.toFixed(2)} ms ÷ ${few.toFixed(2)} ms = ${(many / few).toFixed(2)} (goal 1.5);` +
      ` ${manyPages.toFixed(0)} pages, new ${fewPages.toFixed(0)}`,
  );
}

for (const [name, path] of Object.entries(guests))
  await measure(name, (where, _, index) => read(where, name, `${path}_=${Date.now()}${index}`));
for (const [name, path] of Object.entries(clients))
  await measure(name, (where, token) => read(where, name, path, token));

// Far below the market, so that it rests and can be canceled.
for (const installation of installations) {
  const { chart } = await (
    await fetch(`${installation.base}/api/v3/coin-pair/current-price?symbol=BTC&timeframe=1min`)
  ).json();
  installation.price = (Math.floor(Number(chart.close) * 5) / 10).toFixed(1);
}
await measure('order', async ({ base, price, placed }, token, index) => {
  const answer = await order(base, token, `grown${process.pid}x${index}`, {
    name: 'BTCUSDT',
    delegate_type: 'BUY',
    number_of_order: '0.001',
    order_per_unit: price,
    market_type: 'LIMIT',
  });
  if (answer.order?.state !== 'PENDING') throw new Error(`order: ${JSON.stringify(answer)}`);
  placed.push({ token, id: answer.order.id });
});
await measure('cancel', async ({ base, placed }) => {
  const { token, id } = placed.pop();
  expectMessage(
    await call(base, '/api/v3/trades/cancel-order', { order_id: id }, token),
    'success',
    'cancel',
  );
});
