// The demonstration's chain, and where on the throw-away key's tree its accounts are.
export const chain_id = 31337;
/** Whose extended public key the clients' addresses are derived from. */
export const deposits_path = "m/44'/60'/0'";
export const deployer_path = "m/44'/60'/1'/0/0";
/** Where withdrawals are sent from. */
export const hot_path = "m/44'/60'/2'/0/0";
