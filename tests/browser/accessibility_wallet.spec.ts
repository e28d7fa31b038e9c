// The pages of a client's money, by axe.
import { lookAt } from "./support/axe";
import { newPerson, signInAs } from "./support/people";

const walletPages = [
  "/wallet",
  "/trades/spot/BTC",
  "/trades/futures/BTC",
  "/wallet/convert",
  "/wallet/deposit",
  "/wallet/withdraw",
  "/wallet/earn",
];

lookAt("wallet pages", walletPages, async (page) =>
  signInAs(page, await newPerson(page.request, "axe")),
);
