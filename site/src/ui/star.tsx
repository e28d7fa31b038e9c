import { Star } from "lucide-react";
import { t } from "../lib/i18n";
import { IconButton } from "./button";

/** Grey outline: not a favourite. Filled: a favourite. */
export function FavoriteStar(props: {
  name: string;
  favorite: boolean;
  on_press: () => void;
  className?: string;
}) {
  const { name, favorite } = props;
  return (
    <IconButton
      label={t(favorite ? "common.remove_favorite" : "common.add_favorite", { name })}
      aria-pressed={favorite}
      className={props.className}
      onClick={(event) => {
        event.preventDefault();
        event.stopPropagation();
        props.on_press();
      }}
    >
      <Star
        size={16}
        strokeWidth={1.5}
        aria-hidden="true"
        color={favorite ? "var(--accent)" : "var(--text-3)"}
        fill={favorite ? "var(--accent)" : "none"}
      />
    </IconButton>
  );
}
