// What a question about a position is about: its side, how much of which coin, and its terms.
import { placesOf } from "../../lib/decimal";
import { t } from "../../lib/i18n";
import { Act } from "../../market/ticket";
import { Amount } from "../../ui/number";
import type { Contract, OpenPosition, Side } from "./contract";
import { coinOf } from "./position_columns";

const quote = "USDT";

interface PositionActProps {
  position: OpenPosition;
  contract: Contract | undefined;
  /** Of one that is opened in its place; its own without. */
  side?: Side;
  /** In the place of the side's name. */
  verb?: string;
}

/** The position as a whole. */
export function PositionAct({ position, contract, side, verb }: PositionActProps) {
  const long = (side ?? position.delegate_type) === "BUY_MORE";
  const coin = contract?.coin ?? coinOf(position.coin_pair.pair_name);
  const terms = [`${coin}/${quote}`, `x${position.leverage}`, t("futures.isolated")];
  return (
    <Act
      coin={coin}
      image={position.coin_pair.image}
      tone={long ? "buy" : "sell"}
      verb={verb ?? t(long ? "futures.long" : "futures.short")}
      terms={terms}
    >
      <Amount value={position.quantity} places={contract && placesOf(contract.lot)} />
    </Act>
  );
}
