// The pages that everybody sees, by axe.
import { lookAt } from "./support/axe";

const guestPages = [
  "/",
  "/markets/prices",
  "/markets/favorites",
  "/markets/trading_data",
  "/about",
  "/contactus",
  "/legal-center/terms",
  "/legal-center/privacy",
  "/signin",
  "/signup",
  "/trades/spot/BTC",
  "/settings",
  "/tier-verification",
  "/page-unavailable",
  "/nowhere",
];

lookAt("guests' pages", guestPages);
