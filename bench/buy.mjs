// Every client buys coins at the market with half of its money, the same for each pair, so that it has
// something to sell, and so that its transaction password is known to the session before anything is
// measured:
//   node buy.mjs BASE TOKENS_FILE PAIR…
import { readFile } from 'node:fs/promises';

const money = 5000;
const [base, file, ...pairs] = process.argv.slice(2);

/** The first ones may take all that the provider offers; its next book comes in two seconds. */
async function buy(token, pair) {
  for (let attempt = 0; attempt < 40; attempt += 1) {
    if (await bought(token, pair)) return;
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
  throw new Error(`buy: nobody sells ${pair}`);
}

async function bought(token, pair) {
  const reply = await fetch(`${base}/api/v2/my-order`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({
      name: pair,
      delegate_type: 'BUY',
      total: String(Math.floor(money / pairs.length)),
      trade_type: 'market',
      market_type: 'MARKET',
      transaction_password: 'bench trading 1',
      client_id: `buy-${pair}-${Date.now()}`,
    }),
  });
  const json = await reply.json();
  if (json.message === 'no_liquidity') return false;
  if (json.message !== 'success') throw new Error(`buy: ${reply.status} ${JSON.stringify(json)}`);
  return true;
}

for (const token of (await readFile(file, 'utf8')).trim().split('\n'))
  for (const pair of pairs) await buy(token, pair);
console.log('every client has coins to sell');
