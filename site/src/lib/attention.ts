// Whether somebody is there. A page asks the server for news by itself; only what a person does
// keeps a session alive.
const untouchedAfterMs = 5 * 60_000;

let touchedAt = Date.now();

const touch = () => {
  touchedAt = Date.now();
};

/** Listens for whatever a hand does to the page. */
export function watchHands(): void {
  for (const event of ["pointerdown", "pointermove", "keydown", "wheel", "focus"]) {
    globalThis.addEventListener(event, touch, { passive: true, capture: true });
  }
}

export const unattended = (): boolean => Date.now() - touchedAt > untouchedAfterMs;
