// How long the most used calls take, one after the other:
//   node grown.mjs BASE TOKENS_FILE SAMPLES FILE
// writes a line "NAME MILLISECONDS" for each: what a tenth of the samples stays below, of the first
// sixteen clients in turns. The middle would tell more of what else the machine does meanwhile.
import { writeFile } from 'node:fs/promises';
import { call, expectMessage, order, tokensOf } from './calls.mjs';

const [base, tokensFile, samples, file] = process.argv.slice(2);
const tokens = (await tokensOf(tokensFile)).slice(0, 16);
const day = (ago) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);

// A guest's reply is kept by nginx for a second: a parameter that nobody knows makes it a new one.
const guests = {
  status: '/api/v3/status?',
  coins: '/api/v1/home/coins?',
  pairs: '/api/v3/all-pairs?',
  book: '/api/v3/recent-trades?name=BTCUSDT&',
  price: '/api/v3/coin-pair/current-price?symbol=BTC&timeframe=1min&',
  candles: '/api/v2/chart/chart-series?symbol=BTC&timeframe=1D&limit=50&',
};
const clients = {
  client: '/api/v3/clients',
  balance: '/api/v3/wallet-balance?name=USDT',
  overview: '/api/v3/overview',
  'spot wallet': '/api/v3/wallets/spot',
  portfolio: '/api/v3/wallet/portfolio',
  pnl: '/api/v3/pnl',
  statement: `/api/v3/statement?from=${day(30)}&to=${day(0)}`,
  rules: '/api/v3/getOrder?symbol=BTCUSDT',
  'open orders': '/api/v3/trades/open-orders',
  'order history': '/api/v3/trades/order-histories',
  'order history, filtered': '/api/v3/trades/order-histories?name=BTCUSDT&side=BUY&page=2&per_page=10',
  'buy history': '/api/v3/buy-history',
  notifications: '/api/v3/notifications',
  unread: '/api/v3/notifications/unread',
  activity: '/api/v3/account-activity',
  sessions: '/api/v3/sessions',
  referrals: '/api/v3/get-referral',
  tasks: '/api/v3/task/view',
  subscriptions: '/api/v3/stake',
};

async function timed(act) {
  const began = performance.now();
  await act();
  return performance.now() - began;
}

async function read(name, path, token) {
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

const lines = [];
async function measure(name, act) {
  for (let index = 0; index < tokens.length; index += 1) await act(tokens[index], -1 - index);
  const times = [];
  for (let index = 0; index < Number(samples); index += 1)
    times.push(await timed(() => act(tokens[index % tokens.length], index)));
  lines.push(`${name.replaceAll(' ', '_')} ${tenth(times).toFixed(3)}`);
}

for (const [name, path] of Object.entries(guests))
  await measure(name, (_, index) => read(name, `${path}_=${Date.now()}${index}`));
for (const [name, path] of Object.entries(clients))
  await measure(name, (token) => read(name, path, token));

// Far below the market, so that it rests and can be canceled.
const { chart } = await (
  await fetch(`${base}/api/v3/coin-pair/current-price?symbol=BTC&timeframe=1min`)
).json();
const price = (Math.floor(Number(chart.close) * 5) / 10).toFixed(1);
const placed = [];
await measure('order', async (token, index) => {
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
await measure('cancel', async () => {
  const { token, id } = placed.pop();
  expectMessage(
    await call(base, '/api/v3/trades/cancel-order', { order_id: id }, token),
    'success',
    'cancel',
  );
});

await writeFile(file, `${lines.join('\n')}\n`);
