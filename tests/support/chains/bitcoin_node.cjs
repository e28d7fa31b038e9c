// A Bitcoin node of the regression-test network, in memory, with a wallet: for the tests.
// node bitcoin_node.cjs PORT WALLET_PORT FOLDER
'use strict';
process.env.NODE_BACKEND = 'js';
const bcoin = require('bcoin').set('regtest');
const {FullNode} = bcoin;
const walletPlugin = require('bcoin/lib/wallet/plugin');

// Witnesses count after three windows of blocks: 108 of them instead of 432.
const network = bcoin.Network.get('regtest');
network.minerWindow = 36;
network.activationThreshold = 27;

const [port, walletPort, folder] = process.argv.slice(2);
const node = new FullNode({
  network: 'regtest',
  memory: true,
  prefix: folder,
  workers: false,
  listen: false,
  indexTX: true,
  logConsole: false,
  logFile: false,
  httpHost: '127.0.0.1',
  httpPort: Number(port),
  apiKey: 'test',
  plugins: [],
  env: false,
  argv: false
});
node.config.set('wallet-http-port', Number(walletPort));
node.use(walletPlugin);

// bcoin replaces nothing that waits. These are the rules by which Bitcoin Core does (BIP 125): what
// waits says that it may be replaced, and the new one pays more for each byte, and in all for what it
// drives out and for its own bytes.
const insert = node.mempool.insertTX;
node.mempool.insertTX = async function (tx, id) {
  const out = new Set();
  for (const {prevout} of tx.inputs) {
    const entry = this.getSpent(prevout.hash, prevout.index);
    if (entry && entry.hash('hex') !== tx.hash('hex')) out.add(entry);
  }
  const entries = [...out];
  if (entries.length === 0 || !entries.every((entry) => entry.tx.inputs.some((input) => input.isRBF())))
    return insert.call(this, tx, id);
  const fee = tx.getFee(await this.getCoinView(tx));
  const size = tx.getVirtualSize();
  const paid = entries.reduce((sum, entry) => sum + entry.descFee, 0);
  const dearer = entries.every((entry) => fee * entry.tx.getVirtualSize() > entry.fee * size);
  if (dearer && fee >= paid + size) for (const entry of entries) this.evictEntry(entry);
  return insert.call(this, tx, id);
};

// bcoin answers a send before it has looked at the transaction; Bitcoin Core answers when it has it.
const relay = node.relay;
let relayed = Promise.resolve();
node.relay = (tx) => (relayed = relay.call(node, tx));
const send = node.rpc.calls['sendrawtransaction'];
node.rpc.calls['sendrawtransaction'] = async (...request) => {
  const id = await send.apply(node.rpc, request);
  await relayed;
  return id;
};

// bcoin shows a coin that a waiting transaction spends; Bitcoin Core does not, unless it is asked for
// the blocks alone.
const gettxout = node.rpc.calls['gettxout'];
node.rpc.calls['gettxout'] = async (...request) => {
  const [[txid, index, withWaiting = true]] = request;
  const hash = Buffer.from(txid, 'hex').reverse().toString('hex');
  if (withWaiting && node.mempool.isSpent(hash, index)) return null;
  return gettxout.apply(node.rpc, request);
};

(async () => {
  await node.ensure();
  await node.open();
  await node.connect();
  process.stdout.write('ready\n');
})().catch((error) => {
  process.stderr.write(error.stack + '\n');
  process.exit(1);
});
