// The calls of a client, as the site makes them.
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

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

/** The newest code that was sent to that address in a message with these words. */
export async function codeFor(outbox, email, words = '') {
  for (let attempt = 0; attempt < 100; attempt += 1) {
    const names = (await readdir(outbox)).sort().reverse();
    for (const name of names.slice(0, 200)) {
      const message = JSON.parse(await readFile(join(outbox, name), 'utf8'));
      const code =
        message.to === email && message.text.includes(words) && /\b(\d{6})\b/.exec(message.text);
      if (code) return code[1];
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`no code for ${email}`);
}
