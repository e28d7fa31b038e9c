// A client's own pages, by axe.
import { lookAt } from "./support/axe";
import { newPerson, signInAs } from "./support/people";
import { accountRoutes, addresses } from "./support/routes";

// The last two have more on them for a client than for a guest.
const paths = [...addresses(accountRoutes), "/markets/favorites", "/fee-rate"];

lookAt("account pages", paths, async (page) =>
  signInAs(page, await newPerson(page.request, "axe")),
);
