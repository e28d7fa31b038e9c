// About RATE trades a second in a market, taken from what the provider offers, until it is ended:
//   node trades.mjs BASE TOKENS_FILE PAIR QUANTITY RATE
// Each second it prints how many there were, and why others were refused.
import { order, tokensOf } from './calls.mjs';

const [base, file, pair, quantity, rate] = process.argv.slice(2);
const tokens = await tokensOf(file);
const begun = Date.now();
const answers = new Map();
let sent = 0;

/** Every client buys and sells in turns, so that none runs out of money or coins. */
async function trade(number) {
  const turn = Math.floor(number / tokens.length);
  const { message } = await order(
    base,
    tokens[number % tokens.length],
    `trade-${begun}-${number}`,
    {
      name: pair,
      delegate_type: (number + turn) % 2 ? 'SELL' : 'BUY',
      number_of_order: quantity,
      market_type: 'MARKET',
    },
  );
  answers.set(message, (answers.get(message) ?? 0) + 1);
}

setInterval(() => {
  const due = ((Date.now() - begun) / 1000) * Number(rate);
  for (; sent < due; sent += 1) void trade(sent);
}, 20);
setInterval(() => {
  const { success = 0, ...refused } = Object.fromEntries(answers);
  answers.clear();
  console.log(success);
  if (Object.keys(refused).length) console.error('refused:', refused);
}, 1000);
