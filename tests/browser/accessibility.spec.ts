// The pages that everybody sees, by axe.
import { lookAt } from "./support/axe";
import { addresses, guestRoutes } from "./support/routes";

lookAt("guests' pages", addresses(guestRoutes));
