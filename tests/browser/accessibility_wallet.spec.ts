// The pages of a client's money, by axe.
import { lookAt } from "./support/axe";
import { newPerson, signInAs } from "./support/people";

const walletPages = [
  "/wallet",
  "/trades/spot/BTC",
  "/trades/futures/BTC",
  "/wallet/convert",
  "/wallet/transfer",
  "/wallet/deposit",
  "/wallet/withdraw",
  "/wallet/earn",
  "/wallet/simple_earn",
  "/wallet/auto_invest",
];

lookAt("wallet pages", walletPages, async (page) =>
  signInAs(page, await newPerson(page.request, "axe")),
);
