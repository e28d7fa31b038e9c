import { useSyncExternalStore } from "react";

/** Phones: below 600 px, as the style sheets have it. */
const query = typeof matchMedia === "function" ? matchMedia("(max-width: 599px)") : null;

export const useNarrow = (): boolean =>
  useSyncExternalStore(
    (listener) => {
      query?.addEventListener("change", listener);
      return () => query?.removeEventListener("change", listener);
    },
    () => query?.matches ?? false,
  );
