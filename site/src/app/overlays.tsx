// The search and the list of keys, over any page: by their keys, and by the menus.
import { lazy, useEffect, useState } from "react";
import { askOverlay, onOverlayAsked, useHotkeys, type Overlay } from "../lib/hotkeys";
import { loadText } from "../lib/i18n";
import { LazyBoundary } from "../ui/lazy_boundary";

const SearchDialog = lazy(async () => {
  const [dialog] = await Promise.all([import("./search_dialog"), loadText(["search"])]);
  return dialog;
});
const KeysDialog = lazy(async () => {
  const [dialog] = await Promise.all([import("./keys_dialog"), loadText(["search"])]);
  return dialog;
});

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
    <LazyBoundary fallback={null}>
      <Shown onClose={() => show(null)} />
    </LazyBoundary>
  );
}
