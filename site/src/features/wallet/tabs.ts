export const walletTabs = ["overview", "spot", "earn", "future", "web3"] as const;
export type WalletTab = (typeof walletTabs)[number];
