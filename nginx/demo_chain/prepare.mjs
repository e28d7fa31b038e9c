// Makes the demonstration's chain ready: the throw-away key of its accounts, test coins on the chain, some
// of them at the hot address, and the file of networks that names them. A second run changes nothing.
//   node prepare.mjs NODE_URL KEY_FILE TOKEN_CODE NETWORKS HOT_WALLET OUT_FOLDER
import {existsSync, readFileSync, renameSync, writeFileSync} from 'node:fs';
import {
  AbiCoder,
  Contract,
  HDNodeWallet,
  JsonRpcProvider,
  getCreateAddress,
  parseUnits,
  toQuantity,
} from 'ethers';
import {chain_id, deployer_path, deposits_path, hot_path} from './places.mjs';

const [url, key_file, code_file, networks_file, hot_file, folder] = process.argv.slice(2);
const provider = new JsonRpcProvider(url, chain_id, {staticNetwork: true, cacheTimeout: -1});

// The words guard play money only, but they are this installation's own.
if (!existsSync(key_file)) {
  writeFileSync(key_file, HDNodeWallet.createRandom().mnemonic.phrase + '\n', {mode: 0o600});
}
const words = readFileSync(key_file, 'utf8').trim();
const account = (path) => HDNodeWallet.fromPhrase(words, '', path);
const set_ether = (address, wei) => provider.send('anvil_setBalance', [address, toQuantity(wei)]);

/** Sends a transaction into a block of its own, without waiting for the chain's next one. */
async function mined(sent) {
  const response = await sent;
  await provider.send('anvil_mine', ['0x1']);
  return response.wait(1, 60_000);
}

// A sender of its own, so that the contracts' addresses are known before they exist.
const deployer = account(deployer_path).connect(provider);
const code = '0x' + readFileSync(code_file, 'utf8').trim();
const abi = [
  'function symbol() view returns (string)',
  'function decimals() view returns (uint8)',
  'function balanceOf(address) view returns (uint256)',
  'function mint(address, uint256)',
];
const tokens = {};
for (const [nonce, coin] of ['USDT', 'USDC'].entries()) {
  const address = getCreateAddress({from: deployer.address, nonce});
  tokens[coin] = new Contract(address, abi, deployer);
  if ((await provider.getCode(address)) !== '0x') continue;
  await set_ether(deployer.address, parseUnits('1'));
  const parameters = AbiCoder.defaultAbiCoder().encode(
    ['string', 'string', 'uint8'], [`Test ${coin}`, coin, 6]);
  await mined(deployer.sendTransaction(
    {data: code + parameters.slice(2), nonce, gasLimit: 3_000_000n}));
  if ((await tokens[coin].symbol()) !== coin) throw new Error(`${coin} does not answer`);
}

// The hot address gets its coins once: as long as it has none and has never sent any.
const hot = account(hot_path).address;
const amounts = {};
for (const line of readFileSync(hot_file, 'utf8').split('\n')) {
  const [, coin, amount] = line.startsWith('#') ? [] : line.split(' ');
  if (coin) amounts[coin] = (amounts[coin] ?? 0) + Number(amount);
}
if ((await provider.getTransactionCount(hot, 'pending')) === 0) {
  for (const [coin, amount] of Object.entries(amounts)) {
    const token = tokens[coin];
    if (!token) {
      if ((await provider.getBalance(hot)) === 0n) await set_ether(hot, parseUnits(`${amount}`));
    } else if ((await token.balanceOf(hot)) === 0n) {
      await set_ether(deployer.address, parseUnits('1'));
      await mined(token.mint(hot, parseUnits(`${amount}`, await token.decimals())));
    }
  }
}

const file = JSON.parse(readFileSync(networks_file, 'utf8'));
for (const network of file.networks) {
  if (network.name !== 'ERC20') continue;
  network.chain_id = chain_id;
  network.unlock_confirmations = 12;
  delete network.explorer_tx;
  for (const coin of network.coins) {
    if (tokens[coin.coin]) coin.contract = tokens[coin.coin].target;
    if (coin.withdrawal) coin.withdrawal.confirmations = Math.min(coin.withdrawal.confirmations, 12);
  }
}
const write = (name, text) => {
  writeFileSync(`${folder}/${name}.new`, text);
  renameSync(`${folder}/${name}.new`, `${folder}/${name}`);
};
write('networks.json', JSON.stringify(file, null, 2) + '\n');
write('xpub', account(deposits_path).neuter().extendedKey + '\n');
write('hot', hot + '\n');
