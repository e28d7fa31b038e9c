export const wallet_tabs = ["overview", "spot", "earn", "future", "web3"] as const;
export type WalletTab = (typeof wallet_tabs)[number];
