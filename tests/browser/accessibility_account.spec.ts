// A client's own pages, by axe.
import { lookAt } from "./support/axe";
import { newPerson, signInAs } from "./support/people";

const accountPages = [
  "/verification/overview",
  "/verification/kyc",
  "/account/verify",
  "/markets/favorites",
  "/account/rewards",
  "/account/tasks",
  "/account/referral",
  "/account/notifications",
  "/fee-rate",
  "/profile",
  "/account/security",
  "/account/change_password",
  "/account/change_transaction_password",
  "/account/security/account_connections",
  "/account/security/anti_phishing",
  "/account/security/app_authorization",
  "/account/pay",
];

lookAt("account pages", accountPages, async (page) =>
  signInAs(page, await newPerson(page.request, "axe")),
);
