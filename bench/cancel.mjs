// Every client cancels all its open orders, so that each round begins with an empty book:
//   node cancel.mjs BASE TOKENS_FILE
import { readFile } from 'node:fs/promises';

const [base, file] = process.argv.slice(2);
for (const token of (await readFile(file, 'utf8')).trim().split('\n')) {
  const reply = await fetch(`${base}/api/v3/trades/cancel-order`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({ all: 'true' }),
  });
  const json = await reply.json();
  if (json.message !== 'success') throw new Error(`cancel: ${reply.status} ${JSON.stringify(json)}`);
}
