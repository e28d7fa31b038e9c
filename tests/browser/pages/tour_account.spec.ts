// A client's own pages.
import { newPerson, signInAs } from "../support/people";
import { accountRoutes, addresses } from "../support/routes";
import { tour } from "../support/tour";

// The last two have more on them for a client than for a guest.
const paths = [...addresses(accountRoutes), "/markets/favorites", "/fee-rate"];

tour("account pages", paths, async (page) =>
  signInAs(page, await newPerson(page.request, "tour")),
);
