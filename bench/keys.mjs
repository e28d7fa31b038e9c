// Every client makes a key of Ed25519 and one of HMAC-SHA256 for its program, through the public
// calls; both, with their secrets, go beside its token into a file for bench_programs:
//   node keys.mjs BASE OUTBOX_DIR RUN_DIR TOKENS_FILE FILE
// RUN_DIR has the socket of PostgreSQL, where the last code is made a minute old: another one may go.
import { execFileSync } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { call, codeFor, expectMessage, tokensOf, tradingPassword } from './calls.mjs';

const [base, outbox, run, tokens, file] = process.argv.slice(2);

function aMinuteLater(email) {
  const statement = `update one_time_codes set created_at = created_at - interval '61 seconds'
    where address like '%${email}'`;
  execFileSync('psql', ['-Xqh', run, '-U', 'postgres', '-d', 'cambio', '-c', statement]);
}

async function emailOf(token) {
  const reply = await fetch(`${base}/api/v3/account-client`, {
    headers: { authorization: `Bearer ${token}` },
  });
  return (await reply.json()).client.user.email;
}

async function keyOf(token, email, wanted) {
  aMinuteLater(email);
  const sent = await call(base, '/api/v3/step-up/send-code', { act: 'make_api_key' }, token);
  if (sent.status !== 200) throw new Error(`send-code: ${JSON.stringify(sent)}`);
  const made = await call(
    base,
    '/api/v3/api-keys/make',
    {
      label: 'bench',
      scope: 'trade',
      transaction_password: tradingPassword,
      verification_code: await codeFor(outbox, email, 'API key'),
      ...wanted,
    },
    token,
  );
  return expectMessage(made, 'success', 'make');
}

const lines = [];
for (const token of await tokensOf(tokens)) {
  const email = await emailOf(token);
  const pair = generateKeyPairSync('ed25519');
  const publicKey = pair.publicKey.export({ type: 'spki', format: 'pem' });
  const signing = await keyOf(token, email, { kind: 'ed25519', public_key: publicKey });
  const shared = await keyOf(token, email, { kind: 'hmac' });
  const seed = pair.privateKey.export({ format: 'jwk' }).d;
  lines.push([token, signing.key.key, seed, shared.key.key, shared.secret].join(' '));
}
await writeFile(file, lines.join('\n') + '\n', { mode: 0o600 });
console.log(`${lines.length} clients have keys for programs`);
