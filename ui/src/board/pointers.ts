/**
 * The browser's pointer events on the board's box, handed to the fingers.
 */
import type { Fingers, Touch } from './fingers';

/** Cards and the tick lie on the board, but are no squares. */
function onControl({ target }: Event): boolean {
  return target instanceof Element && target.closest('button') !== null;
}

/** Listens to a board's box; gives what ends that. */
export function listen(root: HTMLElement, fingers: Fingers): () => void {
  const ending = new AbortController();
  let handled = false;

  const touchOf = (event: PointerEvent): Touch => {
    const box = root.getBoundingClientRect();
    return {
      id: event.pointerId,
      at: { x: event.clientX - box.left, y: event.clientY - box.top },
      time: event.timeStamp,
      kind: event.pointerType === 'mouse' ? 'mouse' : 'finger',
      right: event.button === 2,
    };
  };
  const on = <Name extends keyof HTMLElementEventMap>(
    name: Name,
    hear: (event: HTMLElementEventMap[Name]) => void,
  ) => root.addEventListener(name, hear, { signal: ending.signal });

  on('pointerdown', (event) => {
    handled = false;
    if ((event.button === 0 || event.button === 2) && !onControl(event)) {
      fingers.down(touchOf(event));
    }
  });
  on('pointermove', (event) => {
    // The button was let go outside the window or the board: this is no drag.
    if (event.buttons === 0) {
      fingers.clear();
      return;
    }
    const before = fingers.dragging;
    fingers.move(touchOf(event));
    // From here on the finger may leave the board.
    if (fingers.dragging && !before) root.setPointerCapture(event.pointerId);
  });
  on('pointerup', (event) => {
    if (fingers.up(touchOf(event))) handled = true;
  });
  on('pointercancel', (event) => fingers.cancel(event.pointerId));
  // No click follows a touch that was a tap here: it would hit what has just appeared under it.
  on('touchend', (event) => {
    if (handled && event.cancelable) event.preventDefault();
  });
  on('contextmenu', (event) => event.preventDefault());
  return () => {
    ending.abort();
    fingers.clear();
  };
}
