/**
 * The window through which a zoomed board is seen: seven by seven squares of the screen. Pure
 * values; lengths are in squares, counted from the board's upper left corner.
 */
import type { Square } from '../protocol';
import { LINES, squareAt, type Cell, type Point, type Turn } from './geometry';

/** How much larger everything is. */
export const SCALE = 2;
/** Columns and rows of the window. */
export const WINDOW = LINES / SCALE;

/** Where the window's upper left corner lies. */
export type Zoom = Point;

const clamp = (n: number) => Math.min(Math.max(n, 0), LINES - WINDOW);

/** The window at a place, moved inside the board. */
export function windowAt({ x, y }: Point): Zoom {
  return { x: clamp(x), y: clamp(y) };
}

/** The window with a point in its middle, as far as the board reaches, on whole squares. */
export function windowAround({ x, y }: Point): Zoom {
  return settled(windowAt({ x: x - WINDOW / 2, y: y - WINDOW / 2 }));
}

/** The window moved against a finger that went so many squares. */
export function panned({ x, y }: Zoom, by: Point): Zoom {
  return windowAt({ x: x - by.x, y: y - by.y });
}

/** The window on whole squares. */
export function settled({ x, y }: Zoom): Zoom {
  return { x: Math.round(x), y: Math.round(y) };
}

/** How far the board, made larger around its middle, is moved so that the window shows: CSS. */
export function shiftOf({ x, y }: Zoom): string {
  const share = (n: number) => `${50 - (n / WINDOW) * 100}%`;
  return `${share(x)} ${share(y)}`;
}

/** Whether a cell lies whole in the window. */
export function shows({ x, y }: Zoom, { col, row }: Cell): boolean {
  return col >= x && col + 1 <= x + WINDOW && row >= y && row + 1 <= y + WINDOW;
}

/** The window moved just so far that it shows a cell. */
export function including(zoom: Zoom, cell: Cell): Zoom {
  if (shows(zoom, cell)) return zoom;
  const near = (at: number, n: number) => Math.min(Math.max(at, n + 1 - WINDOW), n);
  return settled(windowAt({ x: near(zoom.x, cell.col), y: near(zoom.y, cell.row) }));
}

/** The files and ranks that the window shows: `d–j` and `1–7`. */
export function extent(zoom: Zoom, turn: Turn): { files: string; ranks: string } {
  const { x, y } = settled(zoom);
  const seen: Square[] = [];
  for (let row = y; row < y + WINDOW; row++) {
    for (let col = x; col < x + WINDOW; col++) {
      const square = squareAt({ col, row }, turn);
      if (square !== null) seen.push(square);
    }
  }
  const files = seen.map((square) => square.charAt(0)).sort();
  const ranks = seen.map((square) => Number(square.slice(1))).sort((a, b) => a - b);
  return {
    files: `${files[0] ?? ''}–${files.at(-1) ?? ''}`,
    ranks: `${ranks[0] ?? ''}–${ranks.at(-1) ?? ''}`,
  };
}
