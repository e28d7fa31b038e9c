// The calls of a client, as the site makes them.
import { readFile } from 'node:fs/promises';

export const tradingPassword = 'bench trading 1';

/** The tokens that clients.mjs wrote, a line each. */
export const tokensOf = async (file) => (await readFile(file, 'utf8')).trim().split('\n');

/** What a POST answers, with its HTTP status; a refusal is an answer too: its `message` says why. */
export async function call(base, path, body, token) {
  const reply = await fetch(base + path, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(token ? { authorization: `Bearer ${token}` } : {}),
    },
    body: JSON.stringify(body),
  });
  return { ...(await reply.json()), status: reply.status };
}

/** Places an order under an idempotency key. */
export const order = (base, token, key, fields) =>
  call(
    base,
    '/api/v2/my-order',
    {
      trade_type: 'market',
      transaction_password: tradingPassword,
      client_id: key,
      ...fields,
    },
    token,
  );

/** An answer that this call cannot do without. */
export function expectMessage(answer, message, what) {
  if (answer.message !== message) throw new Error(`${what}: ${JSON.stringify(answer)}`);
  return answer;
}
