// Every client buys coins at the market with half of its money, the same for each pair, so that it has
// something to sell, and so that its transaction password is known to the session before anything is
// measured:
//   node buy.mjs BASE TOKENS_FILE PAIR…
import { expectMessage, order, tokensOf } from './calls.mjs';

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
  const answer = await order(base, token, `buy-${pair}-${Date.now()}`, {
    name: pair,
    delegate_type: 'BUY',
    total: String(Math.floor(money / pairs.length)),
    market_type: 'MARKET',
  });
  if (answer.message === 'no_liquidity') return false;
  expectMessage(answer, 'success', 'buy');
  return true;
}

for (const token of await tokensOf(file))
  for (const pair of pairs) await buy(token, pair);
console.log('every client has coins to sell');
