// What `cambioctl withdrawals export` writes of a transaction of Ethereum's kind, as ethers signs it.
export const fields_of = (form) => ({
  type: Number(form.type),
  chainId: BigInt(form.chain_id),
  nonce: Number(form.nonce),
  maxFeePerGas: BigInt(form.max_fee_per_gas),
  maxPriorityFeePerGas: BigInt(form.max_priority_fee_per_gas),
  gasLimit: BigInt(form.gas_limit),
  to: form.to,
  value: BigInt(form.value),
  data: form.data,
});
