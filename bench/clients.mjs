// Signs up clients through the public calls, as people do, and writes their tokens for the load:
//   node clients.mjs BASE OUTBOX_DIR COUNT FILE
// The codes come from the installation's outbox folder; every client gets the demo money.
import { writeFile } from 'node:fs/promises';
import { call, codeFor, expectMessage, tradingPassword } from './calls.mjs';

const [base, outbox, count, file] = process.argv.slice(2);
const password = 'bench password 1';

async function client(index) {
  const email = `bench${Date.now()}x${index}@example.com`;
  const sent = await call(base, '/api/v2/send-code', { email });
  if (sent.status !== 200) throw new Error(`send-code: ${JSON.stringify(sent)}`);
  const registered = await call(base, '/api/v2/register', {
    code: await codeFor(outbox, email),
    username: email,
    mobile_number: `+1${String(2000000000 + (Date.now() % 1e8) * 10 + index)}`,
    password,
    password_confirmation: password,
    transaction_password: tradingPassword,
  });
  expectMessage(registered, 'SUCCESS', 'register');
  const session = await call(base, '/api/v3/login', { username: email, password });
  if (!session.token) throw new Error(`login: ${session.status} ${session.message}`);
  return session.token;
}

const tokens = [];
for (let index = 0; index < Number(count); index += 1) tokens.push(await client(index));
await writeFile(file, tokens.join('\n') + '\n');
console.log(`${tokens.length} clients signed up`);
