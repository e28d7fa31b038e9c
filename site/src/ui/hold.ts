// A finger that rests on a row asks for what a row has no room for.
import { useRef, type MouseEvent, type PointerEvent } from "react";

const restMs = 500;
/** A finger that goes further scrolls. */
const tremblePx = 10;

interface Finger {
  x: number;
  y: number;
  timer: ReturnType<typeof setTimeout>;
}

/** Handlers for an element that `act` belongs to; the press that ends the rest is none. */
export function useHold() {
  const finger = useRef<Finger | null>(null);
  const held = useRef(false);
  const lift = () => {
    if (finger.current) clearTimeout(finger.current.timer);
    finger.current = null;
  };
  return (act: () => void) => ({
    onPointerDown: ({ pointerType, isPrimary, clientX: x, clientY: y }: PointerEvent) => {
      lift();
      held.current = false;
      if (pointerType !== "touch" || !isPrimary) return;
      const rest = () => {
        finger.current = null;
        held.current = true;
        act();
      };
      finger.current = { x, y, timer: setTimeout(rest, restMs) };
    },
    onPointerMove: ({ clientX, clientY }: PointerEvent) => {
      const from = finger.current;
      if (from && Math.hypot(clientX - from.x, clientY - from.y) > tremblePx) lift();
    },
    onPointerUp: lift,
    onPointerCancel: lift,
    // The browser's own menu, of a link in the row.
    onContextMenu: (event: MouseEvent) => {
      if (finger.current || held.current) event.preventDefault();
    },
    onClickCapture: (event: MouseEvent) => {
      if (!held.current) return;
      held.current = false;
      event.preventDefault();
      event.stopPropagation();
    },
  });
}
