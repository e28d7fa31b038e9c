// What the first view shows living: one market as its traders see it, and three facts.
import { Facts } from "./facts";
import { LiveMarket } from "./live_market";

/** LiveUnknown stands in its place until its code is here. */
export default function Live() {
  return (
    <>
      <LiveMarket />
      <Facts />
    </>
  );
}
