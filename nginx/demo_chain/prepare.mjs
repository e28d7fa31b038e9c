// Makes the demonstration's chain ready: the throw-away account whose addresses clients pay to, test
// coins on the chain, and the file of networks that names them. A second run changes nothing.
//   node prepare.mjs NODE_URL KEY_FILE TOKEN_CODE NETWORKS OUT_FOLDER
import {existsSync, readFileSync, renameSync, writeFileSync} from 'node:fs';
import {AbiCoder, Contract, HDNodeWallet, JsonRpcProvider, getCreateAddress} from 'ethers';

const [url, keyFile, codeFile, networksFile, folder] = process.argv.slice(2);
const provider = new JsonRpcProvider(url, 31337, {staticNetwork: true, cacheTimeout: -1});

// The words guard play money only, but they are this installation's own.
if (!existsSync(keyFile)) {
  writeFileSync(keyFile, HDNodeWallet.createRandom().mnemonic.phrase + '\n', {mode: 0o600});
}
const words = readFileSync(keyFile, 'utf8').trim();
const account = HDNodeWallet.fromPhrase(words, '', "m/44'/60'/0'");

// A sender of its own, so that the contracts' addresses are known before they exist.
const deployer = HDNodeWallet.fromPhrase(words, '', "m/44'/60'/1'/0/0").connect(provider);
const code = '0x' + readFileSync(codeFile, 'utf8').trim();
const coins = ['USDT', 'USDC'];
const contracts = {};
for (const [nonce, coin] of coins.entries()) {
  contracts[coin] = getCreateAddress({from: deployer.address, nonce});
  if ((await provider.getCode(contracts[coin])) !== '0x') continue;
  await provider.send('anvil_setBalance', [deployer.address, '0xde0b6b3a7640000']);
  const words = AbiCoder.defaultAbiCoder().encode(
    ['string', 'string', 'uint8'], [`Test ${coin}`, coin, 6]);
  const sent = await deployer.sendTransaction({data: code + words.slice(2), nonce, gasLimit: 3_000_000n});
  const receipt = await sent.wait(1, 60_000);
  if (receipt.contractAddress !== contracts[coin]) {
    throw new Error(`${coin} is at ${receipt.contractAddress} instead of ${contracts[coin]}`);
  }
  const token = new Contract(contracts[coin], ['function symbol() view returns (string)'], provider);
  if ((await token.symbol()) !== coin) throw new Error(`${coin} does not answer`);
}

const file = JSON.parse(readFileSync(networksFile, 'utf8'));
for (const network of file.networks) {
  if (network.name !== 'ERC20') continue;
  network.chain_id = 31337;
  network.unlock_confirmations = 12;
  delete network.explorer_tx;
  for (const coin of network.coins) {
    if (contracts[coin.coin]) coin.contract = contracts[coin.coin];
    if (coin.withdrawal) coin.withdrawal.confirmations = Math.min(coin.withdrawal.confirmations, 12);
  }
}
const write = (name, text) => {
  writeFileSync(`${folder}/${name}.new`, text);
  renameSync(`${folder}/${name}.new`, `${folder}/${name}`);
};
write('networks.json', JSON.stringify(file, null, 2) + '\n');
write('xpub', account.neuter().extendedKey + '\n');
