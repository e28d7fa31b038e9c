// A mark price between two fetches: what the contracts and the client's positions are at it.
import {
  add,
  compare,
  divide,
  isZero,
  multiply,
  subtract,
  sum,
  type Decimal,
} from "../../lib/decimal";
import type { Contract, Margins, Position, Tier } from "./contract";
import { maintenance, tiersBeside } from "./rules";

const percentPlaces = 8;

const percent = (part: Decimal, whole: Decimal): Decimal =>
  divide(multiply(part, "100"), whole, percentPlaces, "half_even");

/** The position at this mark; one that is closing keeps the price of its request. */
export function positionAt<Held extends Position>(
  position: Held,
  mark: Decimal,
  tiers: readonly Tier[],
): Held {
  if (position.state !== "OPEN") return position;
  const { quantity, opening_price: entry, margin } = position;
  const move =
    position.delegate_type === "BUY_MORE" ? subtract(mark, entry) : subtract(entry, mark);
  const unrealised = multiply(quantity, move);
  const equity = subtract(add(margin, unrealised), position.unpaid_funding);
  const needed = maintenance(quantity, mark, tiersBeside(tiers, position.beside));
  const putIn = add(position.initial_margin, position.added_margin);
  return {
    ...position,
    current_price: mark,
    size: multiply(quantity, mark),
    unrealised,
    maintenance_margin: needed,
    margin_ratio: compare(equity, needed) <= 0 ? "100" : percent(needed, equity),
    return_on_equity: isZero(putIn) ? "0" : percent(unrealised, putIn),
  };
}

/** All contracts with the mark of one, and whether it is in doubt. */
export const contractsAt = <Answer extends { contracts: Contract[] }>(
  answer: Answer,
  name: string,
  mark: Decimal,
  stale: boolean,
): Answer => ({
  ...answer,
  contracts: answer.contracts.map((one) =>
    one.name === name ? { ...one, mark_price: mark, stale } : one,
  ),
});

/** The positions of one contract at its mark, and the account with what they make. */
export function marginsAt(
  margins: Margins,
  name: string,
  mark: Decimal,
  tiers: readonly Tier[],
): Margins {
  const margin = margins.margin.map((position) =>
    position.coin_pair.pair_name === name ? positionAt(position, mark, tiers) : position,
  );
  const made = (positions: readonly Position[]) =>
    sum(positions.map(({ unrealised }) => unrealised));
  const more = subtract(made(margin), made(margins.margin));
  const { account } = margins;
  return {
    ...margins,
    margin,
    account: {
      ...account,
      unrealised: add(account.unrealised, more),
      equity: add(account.equity, more),
    },
  };
}
