import { useLocation, useNavigate } from "react-router";
import { useToggleFavorite, type Pair } from "../../lib/pairs";
import { useSession } from "../../lib/session";
import { FavoriteStar } from "../../ui/star";

/** The star of a row. A guest is asked to sign in. */
export function StarButton({ pair }: { pair: Pair }) {
  const session = useSession();
  const navigate = useNavigate();
  const from = useLocation().pathname;
  const favorite = useToggleFavorite();
  return (
    <FavoriteStar
      name={pair.name}
      favorite={pair.favorite !== ""}
      onPress={() =>
        session ? favorite.mutate(pair.coin_id) : void navigate("/signin", { state: { from } })
      }
    />
  );
}
