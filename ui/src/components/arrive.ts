/**
 * Where the keyboard and a screen reader stand when a screen has come: at its heading, if what had
 * the focus went with the screen before. `{@attach arrive}` on a screen that comes without an
 * address of its own; the page does it for those that have one.
 */
const HEADING = 'h1, h2';

/** Puts the focus on a screen's heading, unless something still has it. */
export function arriveAt(screen: Element | null): void {
  const { activeElement, body } = document;
  if (!screen || (activeElement && activeElement !== body)) return;
  const heading = screen.querySelector<HTMLElement>(HEADING) ?? (screen as HTMLElement);
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
}

/** Does so when a screen comes. */
export function arrive(screen: HTMLElement): () => void {
  // What was there before goes in this very task.
  const frame = requestAnimationFrame(() => arriveAt(screen));
  return () => cancelAnimationFrame(frame);
}
