// Every client buys coins at the market with half of its money, so that it has something to sell, and
// so that its transaction password is known to the session before anything is measured:
//   node buy.mjs BASE TOKENS_FILE PAIR
import { readFile } from 'node:fs/promises';

const [base, file, pair] = process.argv.slice(2);
for (const token of (await readFile(file, 'utf8')).trim().split('\n')) {
  const reply = await fetch(`${base}/api/v2/my-order`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({
      name: pair,
      delegate_type: 'BUY',
      total: '5000',
      trade_type: 'market',
      market_type: 'MARKET',
      transaction_password: 'bench trading 1',
      client_id: `buy-${Date.now()}`,
    }),
  });
  const json = await reply.json();
  if (json.message !== 'success') throw new Error(`buy: ${reply.status} ${JSON.stringify(json)}`);
}
console.log('every client has coins to sell');
