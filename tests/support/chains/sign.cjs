// What an operator does on a machine without a network: signs a file of `cambioctl withdrawals
// export` for `import`. The keys are the tests' own: anvil's first account, and 32 times 7.
// node sign.cjs EXPORTED SIGNED
'use strict';
process.env.NODE_BACKEND = 'js';
const {readFileSync, writeFileSync} = require('node:fs');
const {SigningKey, Wallet, sha256} = require('ethers');
const {Coin, KeyRing, MTX, Script} = require('bcoin').set('regtest');

const key = '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80';
const ethereum = new Wallet(key);
const bitcoin = KeyRing.fromPrivate(Buffer.alloc(32, 7), true);
bitcoin.witness = true;

function sign_bitcoin(form) {
  const transaction = new MTX();
  transaction.version = Number(form.version);
  transaction.locktime = Number(form.lock_time);
  for (const input of form.inputs) {
    transaction.addCoin(new Coin({
      version: 1,
      height: 1,
      value: Number(input.value),
      script: Script.fromRaw(Buffer.from(input.script, 'hex')),
      hash: Buffer.from(input.txid, 'hex').reverse().toString('hex'),
      index: Number(input.vout)
    })).sequence = Number(input.sequence);
  }
  for (const output of form.outputs)
    transaction.addOutput(Script.fromRaw(Buffer.from(output.script, 'hex')), Number(output.value));
  transaction.sign(bitcoin);
  return transaction.toRaw().toString('hex');
}

// protocol.Transaction: the raw data and one signature of 65 bytes.
function sign_tron(form) {
  const length = form.raw_data.length / 2;
  const prefix = [0x0a, ...(length < 128 ? [length] : [length % 128 | 128, length >> 7])];
  const {r, s, v} = new SigningKey(key).sign(sha256('0x' + form.raw_data));
  return Buffer.from(prefix).toString('hex') + form.raw_data + '1241' + r.slice(2) + s.slice(2) +
    v.toString(16);
}

(async () => {
  const {fields_of} = await import('../../../nginx/demo_chain/evm_transaction.mjs');
  const signers = {
    evm: (form) => ethereum.signTransaction(fields_of(form)),
    bitcoin: sign_bitcoin,
    tron: sign_tron
  };
  const exported = JSON.parse(readFileSync(process.argv[2], 'utf8'));
  const transactions = [];
  for (const form of exported.transactions)
    transactions.push({
      id: form.id,
      raw: await signers[form.kind](form)
    });
  writeFileSync(process.argv[3], JSON.stringify({format: 'cambio-signed-1', transactions}));
})();
