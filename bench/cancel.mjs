// Every client cancels all its open orders, so that each round begins with an empty book:
//   node cancel.mjs BASE TOKENS_FILE
import { call, expectMessage, tokensOf } from './calls.mjs';

const [base, file] = process.argv.slice(2);
for (const token of await tokensOf(file))
  expectMessage(
    await call(base, '/api/v3/trades/cancel-order', { all: 'true' }, token),
    'success',
    'cancel',
  );
