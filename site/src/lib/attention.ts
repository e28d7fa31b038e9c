// Whether somebody is there. A page asks the server for news by itself; only what a person does
// keeps a session alive.
const untouched_after_ms = 5 * 60_000;

let touched_at = Date.now();

const touch = () => {
  touched_at = Date.now();
};

/** Listens for whatever a hand does to the page. */
export function watch_hands(): void {
  for (const event of ["pointerdown", "pointermove", "keydown", "wheel", "focus"]) {
    globalThis.addEventListener(event, touch, { passive: true, capture: true });
  }
}

export const unattended = (): boolean => Date.now() - touched_at > untouched_after_ms;
