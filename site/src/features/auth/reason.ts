// Why somebody is asked to sign in: the sentence that names what they wanted, and where they are led
// afterwards.
import { use, useContext } from "react";
import { TitleOf } from "../../lib/built";
import { loadText, t } from "../../lib/i18n";
import { coinOfAddress } from "../../lib/pairs";
import { useWayIn } from "../../lib/way_in";
import type { Area, TextKey } from "../../text/catalogue";

const coming = new Map<Area, Promise<boolean>>();

/** Whether the text is here that a title stands in, which the page of the title has not loaded yet. */
function textOf(title: TextKey): Promise<boolean> {
  const area = title.slice(0, title.indexOf(".")) as Area;
  const loaded = () =>
    loadText([area]).then(
      () => true,
      () => false,
    );
  const text = coming.get(area) ?? loaded();
  coming.set(area, text);
  return text;
}

const usualCoin = "BTC";

/** The coin of /trades/spot/BTC. What is no coin's name is not repeated to anybody. */
function coinOf(address: string): string {
  const name = /^\/trades\/[a-z-]+\/(\w{1,14})(?=$|[?#])/.exec(address)?.[1];
  return name === undefined ? usualCoin : coinOfAddress(name, undefined);
}

/** Pages that a sentence of their own leads to; of those for guests, only a star asks for an account. */
const ownSentence: Partial<Record<TextKey, "wallet" | "trade" | "futures" | "favorites">> = {
  "shell.wallet": "wallet",
  "spot.title": "trade",
  "shell.futures": "futures",
  "shell.markets": "favorites",
  "landing.title": "favorites",
};

/** Undefined for whoever came by themselves, and where the page's name cannot be fetched. */
export function useReason(act: "sign_in" | "sign_up"): string | undefined {
  const titleOf = useContext(TitleOf);
  const { from } = useWayIn();
  const title = from === undefined ? undefined : titleOf(from);
  if (from === undefined || title === undefined) return undefined;
  const own = ownSentence[title];
  if (own) return t(`auth.${act}_for_${own}`, { coin: coinOf(from) });
  if (!use(textOf(title))) return undefined;
  return t(`auth.${act}_for_page`, { page: t(title) });
}
