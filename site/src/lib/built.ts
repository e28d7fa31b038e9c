import { createContext } from "react";
import type { TextKey } from "../text/catalogue";

/** Whether a page stands at an address of the site; the app knows. Links to others are left out. */
export const Built = createContext<(address: string) => boolean>(() => true);

/** The title of the page at an address of the site; undefined where none stands. */
export const TitleOf = createContext<(address: string) => TextKey | undefined>(() => undefined);
