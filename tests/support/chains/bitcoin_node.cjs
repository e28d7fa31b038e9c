// A Bitcoin node of the regression-test network, in memory, with a wallet: for the tests.
// node bitcoin_node.cjs PORT WALLET_PORT FOLDER
'use strict';
process.env.NODE_BACKEND = 'js';
const bcoin = require('bcoin').set('regtest');
const {FullNode} = bcoin;
const walletPlugin = require('bcoin/lib/wallet/plugin');

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
(async () => {
  await node.ensure();
  await node.open();
  await node.connect();
  process.stdout.write('ready\n');
})().catch((error) => {
  process.stderr.write(error.stack + '\n');
  process.exit(1);
});
