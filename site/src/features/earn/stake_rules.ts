// Which products the staking page lists.
import type { Product } from "./offers_api";

/** Those whose coin's code or name holds the text, and that the client has coins for where asked. */
export function matching(
  products: readonly Product[],
  search: string,
  owned: ReadonlySet<string> | null,
): Product[] {
  const text = search.trim().toLowerCase();
  return products.filter(
    ({ name, full_name: fullName }) =>
      (owned === null || owned.has(name)) &&
      (name.toLowerCase().includes(text) || fullName.toLowerCase().includes(text)),
  );
}
