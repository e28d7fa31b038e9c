// A finger that goes up or down over the chart scrolls the page. klinecharts takes every drag for
// itself and has no option for that, so it is told that the finger has stopped where the page begins.

/** How far a finger goes before it is a drag, and how long it rests before it is none; klinecharts'. */
const dragPx = 5;
const restMs = 500;

interface Finger {
  id: number;
  x: number;
  y: number;
  pageX: number;
  at: number;
  /** Whose the gesture is; undefined until the finger has moved. */
  whose: "page" | "chart" | undefined;
}

/** What klinecharts reads of a touch; at the x where the finger began, so that no candle moves. */
function tell(type: "touchmove" | "touchend", finger: Finger, { clientY, pageY }: Touch): void {
  const { id, x, pageX } = finger;
  const touch = { identifier: id, clientX: x, clientY, pageX, pageY };
  const touches = type === "touchend" ? [] : [touch];
  // Its listeners are the root's while a finger is down; nobody else's hear of this.
  document.documentElement.dispatchEvent(
    Object.assign(new Event(type), { touches, changedTouches: [touch] }),
  );
}

const touchOf = ({ changedTouches }: TouchEvent, id: number): Touch | undefined =>
  [...changedTouches].find(({ identifier }) => identifier === id);

/**
 * Lets the page scroll by what `element` has of a chart. Sideways drags, two fingers, a finger that
 * rested and all that `isCharts` says of where a finger was put down remain the chart's.
 */
export function letPageScroll(
  element: HTMLElement,
  isCharts: (start: { x: number }) => boolean,
): () => void {
  let finger: Finger | undefined;
  const whose = (event: TouchEvent, touch: Touch, { x, y, at }: Finger): Finger["whose"] => {
    const [across, down] = [Math.abs(touch.clientX - x), Math.abs(touch.clientY - y)];
    if (event.touches.length > 1 || event.timeStamp - at >= restMs) return "chart";
    if (Math.max(across, down) < dragPx) return undefined;
    return down >= across ? "page" : "chart";
  };
  const onStart = (event: TouchEvent) => {
    if (finger) {
      finger.whose ??= "chart";
      return;
    }
    const touch = event.changedTouches[0];
    if (!touch) return;
    const { identifier: id, clientX: x, clientY: y, pageX } = touch;
    const left = element.getBoundingClientRect().left;
    const claimed = event.touches.length > 1 || isCharts({ x: x - left });
    finger = { id, x, y, pageX, at: event.timeStamp, whose: claimed ? "chart" : undefined };
  };
  const onMove = (event: TouchEvent) => {
    const touch = finger && touchOf(event, finger.id);
    if (!finger || !touch) return;
    const decided = finger.whose !== undefined;
    finger.whose ??= whose(event, touch, finger);
    if (finger.whose === "chart") return;
    event.stopPropagation();
    // A drag: what would have been a press or a rest is none.
    if (finger.whose === "page" && !decided) tell("touchmove", finger, touch);
  };
  const onEnd = (event: TouchEvent) => {
    const ended = finger;
    const touch = ended && touchOf(event, ended.id);
    if (!ended || !touch) return;
    finger = undefined;
    if (ended.whose !== "page" && event.type === "touchend") return;
    event.stopPropagation();
    tell("touchend", ended, touch);
  };
  const chart = element.firstElementChild;
  if (chart instanceof HTMLElement) {
    chart.style.touchAction = "pan-y";
    chart.style.overscrollBehavior = "auto";
  }
  element.addEventListener("touchstart", onStart, { passive: true });
  element.addEventListener("touchmove", onMove, { passive: true });
  element.addEventListener("touchend", onEnd, { passive: true });
  element.addEventListener("touchcancel", onEnd, { passive: true });
  return () => {
    element.removeEventListener("touchstart", onStart);
    element.removeEventListener("touchmove", onMove);
    element.removeEventListener("touchend", onEnd);
    element.removeEventListener("touchcancel", onEnd);
  };
}
