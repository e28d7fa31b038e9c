// The search and the list of keys, over any page: by their keys, and by the menus.
import { lazy, useEffect, useState } from "react";
import { ask_overlay, on_overlay_asked, useHotkeys, type Overlay } from "../lib/hotkeys";
import { load_text } from "../lib/i18n";
import { LazyBoundary } from "../ui/lazy_boundary";

const SearchDialog = lazy(async () => {
  const [dialog] = await Promise.all([import("./search_dialog"), load_text(["search"])]);
  return dialog;
});
const KeysDialog = lazy(async () => {
  const [dialog] = await Promise.all([import("./keys_dialog"), load_text(["search"])]);
  return dialog;
});

export function Overlays() {
  const [shown, show] = useState<Overlay | null>(null);
  useEffect(() => on_overlay_asked(show), []);
  useHotkeys({
    "/": () => ask_overlay("search"),
    "mod+k": () => ask_overlay("search"),
    "?": () => ask_overlay("keys"),
  });
  if (!shown) return null;
  const Shown = shown === "search" ? SearchDialog : KeysDialog;
  return (
    <LazyBoundary fallback={null}>
      <Shown on_close={() => show(null)} />
    </LazyBoundary>
  );
}
