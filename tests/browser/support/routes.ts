// Every page of site/src/app/pages.ts by its path, with the addresses at which it is looked at. The
// site's own tests hold these lists against that one: a page that is missing here fails there.

type Routes = Readonly<Record<string, readonly string[]>>;

/** What is there stands at another address too, or goes on to one. */
const nothingOfItsOwn: readonly string[] = [];

/** Pages that need no sign-in. */
export const guestRoutes: Routes = {
  "/": ["/"],
  "/home": nothingOfItsOwn,
  "/auth/callback": nothingOfItsOwn,
  "/markets/:group?": ["/markets/prices", "/markets/favorites"],
  "/markets/trading_data": ["/markets/trading_data"],
  "/signin": ["/signin"],
  "/signup/:referral?": ["/signup"],
  "/redirect": nothingOfItsOwn,
  "/tier-verification": ["/tier-verification"],
  "/settings": ["/settings"],
  "/install": ["/install"],
  "/page-unavailable": ["/page-unavailable"],
  "/about": ["/about"],
  "/contactus": ["/contactus"],
  "/legal-center/terms": ["/legal-center/terms"],
  "/legal-center/privacy": ["/legal-center/privacy"],
  "/fee-rate": ["/fee-rate"],
  "*": ["/nowhere"],
};

/** Pages of a client's account. */
export const accountRoutes: Routes = {
  "/verification/overview": ["/verification/overview"],
  "/verification/kyc": ["/verification/kyc"],
  "/account/verify": ["/account/verify"],
  "/account/rewards": ["/account/rewards"],
  "/account/tasks": ["/account/tasks"],
  "/account/referral": ["/account/referral"],
  "/account/notifications": ["/account/notifications"],
  "/profile": ["/profile"],
  "/account/security": ["/account/security"],
  "/account/change_password": ["/account/change_password"],
  "/account/change_transaction_password": [
    "/account/change_transaction_password",
  ],
  "/account/security/account_connections": [
    "/account/security/account_connections",
  ],
  "/account/security/anti_phishing": ["/account/security/anti_phishing"],
  "/account/security/app_authorization": [
    "/account/security/app_authorization",
  ],
  "/api-keys": ["/api-keys"],
  "/price-alerts": ["/price-alerts"],
  "/account/pay": ["/account/pay"],
};

/** Pages of a client's money. */
export const walletRoutes: Routes = {
  "/wallet": ["/wallet"],
  "/wallet/:coin": ["/wallet/USDT"],
  "/wallet/convert": ["/wallet/convert"],
  "/wallet/transfer": ["/wallet/transfer"],
  "/wallet/deposit": ["/wallet/deposit"],
  "/wallet/withdraw": ["/wallet/withdraw"],
  "/wallet/earn": ["/wallet/earn"],
  "/wallet/simple_earn": ["/wallet/simple_earn"],
  "/wallet/auto_invest": ["/wallet/auto_invest"],
  "/wallet/transactions": ["/wallet/transactions"],
  "/wallet/analysis": ["/wallet/analysis"],
  "/wallet/stake": ["/wallet/stake"],
  "/wallet/live": ["/wallet/live"],
  "/wallet/miner": ["/wallet/miner"],
  "/history": ["/history"],
  "/trades/spot/:coin?": ["/trades/spot/BTC"],
  "/trades/trade-chart/:coin?": ["/trades/trade-chart/BTC"],
  "/trades/futures/:coin?": ["/trades/futures/BTC"],
};

/** Addresses at which a client's money shows what it did and earns: they have a tour of their own. */
export const filledPages: readonly string[] = [
  "/wallet/BTC",
  "/history#buy",
  "/history#other",
  "/wallet/stake",
  "/wallet/analysis",
  "/wallet/transactions",
  "/wallet/live",
  "/wallet/miner",
  "/wallet#earn",
  "/wallet/simple_earn",
  "/wallet/auto_invest",
  "/wallet/transfer",
];

export const addresses = (routes: Routes): readonly string[] =>
  Object.values(routes).flat();
