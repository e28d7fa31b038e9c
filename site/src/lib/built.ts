import { createContext } from "react";

/** Whether a page stands at an address of the site; the app knows. Links to others are left out. */
export const Built = createContext<(address: string) => boolean>(() => true);
