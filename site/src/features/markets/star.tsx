import { Star } from "lucide-react";
import type { MouseEvent } from "react";
import { useNavigate } from "react-router";
import { t } from "../../lib/i18n";
import { useSession } from "../../lib/session";
import { IconButton } from "../../ui/button";
import type { Pair } from "./api";
import { useStar } from "./api";
import styles from "./markets.module.css";

/** Grey: not a favourite; filled: a favourite. A guest is asked to sign in. */
export function StarButton({ pair }: { pair: Pair }) {
  const session = useSession();
  const navigate = useNavigate();
  const star = useStar();
  const on = pair.favorite !== "";
  const press = (event: MouseEvent) => {
    event.stopPropagation();
    if (session) star.mutate(pair);
    else void navigate("/signin");
  };
  return (
    <IconButton
      label={t(on ? "markets.remove_favorite" : "markets.add_favorite", { coin: pair.name })}
      aria-pressed={on}
      className={on ? styles.starred : styles.star}
      onClick={press}
    >
      <Star size={16} strokeWidth={1.5} fill={on ? "currentColor" : "none"} aria-hidden="true" />
    </IconButton>
  );
}
