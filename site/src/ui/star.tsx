import { Star } from "lucide-react";
import { t } from "../lib/i18n";
import { IconButton } from "./button";

/** Grey outline: not a favorite. Filled, yellow: a favorite. */
export function FavoriteStar(props: {
  name: string;
  favorite: boolean;
  onPress: () => void;
  className?: string | undefined;
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
        props.onPress();
      }}
    >
      <Star
        size={16}
        strokeWidth={1.5}
        aria-hidden="true"
        fill={favorite ? "var(--warning)" : "none"}
        color={favorite ? "var(--warning)" : "var(--text-3)"}
      />
    </IconButton>
  );
}
