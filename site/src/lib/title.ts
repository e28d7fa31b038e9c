// The document's title: what page it is, and before it the price that the page follows, for whoever
// watches it among other tabs.
import { useEffect, useLayoutEffect } from "react";

let page = "";
let price = "";

function show(): void {
  document.title = [price, page, "Cambio"].filter(Boolean).join(" · ");
}

export function usePageTitle(text: string): void {
  useEffect(() => {
    page = text;
    show();
  }, [text]);
}

/**
 * Null: there is no price, or none that can be trusted now. It changes together with what the page
 * draws.
 */
export function usePriceTitle(text: string | null): void {
  useLayoutEffect(() => {
    price = text ?? "";
    show();
    return () => {
      price = "";
      show();
    };
  }, [text]);
}
