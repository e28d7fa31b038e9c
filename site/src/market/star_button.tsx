import { useLocation, useNavigate } from "react-router";
import { useToggleFavorite, type Pair } from "../lib/pairs";
import { useSession } from "../lib/session";
import { FavoriteStar } from "../ui/star";

/** The star of a pair. A guest is asked to sign in. */
export function StarButton({ pair, className }: { pair: Pair; className?: string | undefined }) {
  const toggle = useToggleFavorite();
  const guest = useSession() === null;
  const navigate = useNavigate();
  const from = useLocation().pathname;
  // The press shows at once; the list that is fetched afterwards decides.
  const on = toggle.isPending ? pair.favorite === "" : pair.favorite !== "";
  return (
    <FavoriteStar
      name={pair.name}
      favorite={on}
      className={className}
      onPress={() =>
        guest ? void navigate("/signin", { state: { from } }) : toggle.mutate(pair.coin_id)
      }
    />
  );
}
