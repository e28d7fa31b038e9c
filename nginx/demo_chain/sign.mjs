// Signs a file of `cambioctl withdrawals export` for `import`, without a network: as an operator would,
// away from the server, but with the throw-away key of the demonstration. What is not of its chain and its
// address it leaves alone. nginx/up puts ethers beside it.
//   node sign.mjs KEY_FILE EXPORTED SIGNED
import {readFileSync, writeFileSync} from 'node:fs';
import {HDNodeWallet} from './ethers.js';
import {fields_of} from './evm_transaction.mjs';
import {chain_id, hot_path} from './places.mjs';

const [key_file, exported, signed] = process.argv.slice(2);
const hot = HDNodeWallet.fromPhrase(readFileSync(key_file, 'utf8').trim(), '', hot_path);
const transactions = [];
for (const form of JSON.parse(readFileSync(exported, 'utf8')).transactions) {
  if (form.kind !== 'evm' || Number(form.chain_id) !== chain_id || form.from !== hot.address) {
    console.error(`Transaction ${form.id} is not the demonstration's: it is not signed.`);
    continue;
  }
  transactions.push({id: form.id, raw: await hot.signTransaction(fields_of(form))});
}
if (transactions.length === 0) throw new Error('There was nothing to sign.');
writeFileSync(signed, JSON.stringify({format: 'cambio-signed-1', transactions}));
