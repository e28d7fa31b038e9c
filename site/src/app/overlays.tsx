// The search and the list of keys, over any page: by their keys, and by the menus.
import { useEffect, useState } from "react";
import { askOverlay, onOverlayAsked, useHotkeys, type Overlay } from "../lib/hotkeys";
import { lazyPart } from "../lib/lazy_part";
import { LazyDialog } from "../ui/lazy_boundary";

const SearchDialog = lazyPart(() => import("./search_dialog"), ["search"]);
const KeysDialog = lazyPart(() => import("./keys_dialog"), ["search"]);

export function Overlays() {
  const [shown, show] = useState<Overlay | null>(null);
  useEffect(() => onOverlayAsked(show), []);
  useHotkeys({
    "/": () => askOverlay("search"),
    "mod+k": () => askOverlay("search"),
    "?": () => askOverlay("keys"),
  });
  if (!shown) return null;
  const Shown = shown === "search" ? SearchDialog : KeysDialog;
  return (
    <LazyDialog close={() => show(null)} open={() => show(shown)}>
      <Shown onClose={() => show(null)} />
    </LazyDialog>
  );
}
