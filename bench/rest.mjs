// Rests orders on both sides of each market, a tick apart and too far from the price to be met by what
// orders.lua sends:
//   node rest.mjs BASE TOKENS_FILE COUNT_A_SIDE PAIR:PRICE:TICK:QUANTITY…
import { order, tokensOf } from './calls.mjs';

const nearest = 101; // ticks; orders.lua stays within 60
const [base, file, count, ...markets] = process.argv.slice(2);
const tokens = await tokensOf(file);

async function place(token, key, { pair, quantity }, side, price) {
  const answer = await order(base, token, key, {
    name: pair,
    delegate_type: side,
    number_of_order: quantity,
    order_per_unit: price,
    market_type: 'LIMIT',
  });
  if (answer.order?.state !== 'PENDING') throw new Error(`rest: ${JSON.stringify(answer)}`);
}

const orders = markets.flatMap((text) => {
  const [pair, price, tick, quantity] = text.split(':');
  const places = (tick.split('.')[1] ?? '').length;
  return Array.from({ length: Number(count) }, (_, index) => nearest + index).flatMap((ticks) =>
    ['BUY', 'SELL'].map((side) => ({
      market: { pair, quantity },
      side,
      price: (Number(price) + Number(tick) * (side === 'BUY' ? -ticks : ticks)).toFixed(places),
    })),
  );
});

await Promise.all(
  tokens.map(async (token, who) => {
    for (let index = who; index < orders.length; index += tokens.length) {
      const { market, side, price } = orders[index];
      await place(token, `rest-${index}`, market, side, price);
    }
  }),
);
console.log(`${orders.length} orders rest`);
