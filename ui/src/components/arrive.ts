/**
 * Where the keyboard and a screen reader stand when a screen has come: at its heading, if what had
 * the focus went with the screen before. The page does it for every address; a screen that comes
 * without one has `{@attach arrive}`.
 */
const HEADING = 'h1, h2';
/** What a screen shows may have to be asked of the host first. */
const WITHIN_MS = 1500;
const EVERY_MS = 50;

/** Puts the focus on a screen's heading, unless something still has it. */
function arriveAt(screen: HTMLElement): void {
  const { activeElement, body } = document;
  if (activeElement && activeElement !== body) return;
  const heading = screen.querySelector<HTMLElement>(HEADING) ?? screen;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
}

/** Does so for the screen of a new address, as soon as it is there; gives what calls it off. */
export function arriveSoon(): () => void {
  let left = WITHIN_MS / EVERY_MS;
  const look = () => {
    const screen = document.querySelector('main');
    if (screen) arriveAt(screen);
    left -= 1;
    if (screen || left <= 0) clearInterval(timer);
  };
  const timer = setInterval(look, EVERY_MS);
  return () => clearInterval(timer);
}

/** Does so when a screen comes. */
export function arrive(screen: HTMLElement): () => void {
  // What was there before goes in this very task.
  const frame = requestAnimationFrame(() => arriveAt(screen));
  return () => cancelAnimationFrame(frame);
}
