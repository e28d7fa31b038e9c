// What an operator does on a machine without a network: signs a file of `cambioctl withdrawals
// export` for `import`. The keys are the tests' own: anvil's first account, and 32 times 7.
// node sign.cjs EXPORTED SIGNED
'use strict';
process.env.NODE_BACKEND = 'js';
const {readFileSync, writeFileSync} = require('node:fs');
const {Wallet} = require('ethers');
const {Coin, KeyRing, MTX, Script} = require('bcoin').set('regtest');

const ethereum = new Wallet('0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80');
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

(async () => {
  const {fields_of} = await import('../../../nginx/demo_chain/evm_transaction.mjs');
  const exported = JSON.parse(readFileSync(process.argv[2], 'utf8'));
  const transactions = [];
  for (const form of exported.transactions)
    transactions.push({
      id: form.id,
      raw: form.kind === 'evm'
        ? await ethereum.signTransaction(fields_of(form))
        : sign_bitcoin(form)
    });
  writeFileSync(process.argv[3], JSON.stringify({format: 'cambio-signed-1', transactions}));
})();
