/**
 * What the shell on Android gives the page besides commands: texts that were shared into the app, and
 * the edges of the glass beside a board, which the system's Back would take. Elsewhere there is none.
 */

/** The object that `PageBridge.kt` puts into the page. */
interface Shell {
  /** The text that waits, and no longer waits then; empty: there is none. */
  takeShared(): string;
  /** From where to where drags from the edges are the page's, in CSS pixels; twice 0: nowhere. */
  keepEdges(top: number, bottom: number): void;
}

declare global {
  interface Window {
    vierschachShell?: Shell;
  }
}

/** Hears every text that is shared into the app, first the one that it was opened with. */
export function onShared(take: (text: string) => void): void {
  const shell = window.vierschachShell;
  if (!shell) return;
  const look = () => {
    const text = shell.takeShared();
    if (text !== '') take(text);
  };
  window.addEventListener('vierschach-shared', look);
  look();
}

/** As long as the board is there, a drag that begins at the edge beside it is a move. */
export function keepEdges(board: HTMLElement): () => void {
  const shell = window.vierschachShell;
  if (!shell) return () => {};
  const tell = () => {
    const { top, bottom } = board.getBoundingClientRect();
    shell.keepEdges(top, bottom);
  };
  const observer = new ResizeObserver(tell);
  observer.observe(board);
  observer.observe(document.documentElement);
  return () => {
    observer.disconnect();
    shell.keepEdges(0, 0);
  };
}
