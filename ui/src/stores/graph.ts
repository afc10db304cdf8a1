/**
 * The points of a game as four lines that step up. Pure geometry.
 */
import type { Color, Event } from '../protocol';
import { COLORS, of } from './colors';
import { pointsAt } from './replay';

/** Where the graph lies, in pixels. */
export interface Frame {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** A player's line. */
export interface Line {
  readonly color: Color;
  /** As a path. */
  readonly path: string;
  readonly points: number;
  /** Where its end mark lies, pushed apart from the others'. */
  readonly endY: number;
}

/** End marks are at least so far apart. */
const APART = 15;

/** The graph of a game. */
export interface Graph {
  /** In the order in which they are drawn: who leads at the end, last. */
  readonly lines: readonly Line[];
  /** Values of the lines across, with their heights. */
  readonly across: readonly { readonly value: number; readonly y: number }[];
  /** Where a place in the game lies. */
  readonly x: (at: number) => number;
}

/** A step between lines across: 1, 2 or 5 with noughts, so that there are at most three. */
function stepFor(most: number): number {
  for (let ten = 1; ; ten *= 10) {
    for (const n of [1, 2, 5]) if (most / (n * ten) <= 3) return n * ten;
  }
}

/** Heights pushed apart, order kept, none beyond the ends. */
export function apart(heights: readonly number[], top: number, bottom: number): number[] {
  const order = heights.map((y, n) => ({ y, n })).sort((a, b) => a.y - b.y || a.n - b.n);
  const placed = order.map(({ y }) => y);
  for (let i = 1; i < placed.length; i++) {
    placed[i] = Math.max(placed[i] ?? 0, (placed[i - 1] ?? 0) + APART);
  }
  const over = Math.max(0, (placed.at(-1) ?? 0) - bottom);
  if (over > 0) placed[placed.length - 1] = bottom;
  for (let i = placed.length - 2; i >= 0; i--) {
    placed[i] = Math.min(placed[i] ?? 0, (placed[i + 1] ?? 0) - APART);
  }
  const result: number[] = [];
  for (const [i, { n }] of order.entries()) result[n] = Math.max(top, placed[i] ?? 0);
  return result;
}

/** The graph of these events in a frame. */
export function graphOf(events: readonly Event[], frame: Frame): Graph {
  const { left, right, top, bottom } = frame;
  const length = Math.max(1, events.length);
  const start = pointsAt(events, 0);
  const end = pointsAt(events, events.length);
  const all = [start, ...events.map((event) => event.points)];
  const most = Math.max(10, ...all.flat());
  const least = Math.min(0, ...all.flat());
  const x = (at: number) => left + ((right - left) * at) / length;
  const y = (points: number) => bottom - ((bottom - top) * (points - least)) / (most - least);
  const step = stepFor(most);
  const ends = apart(
    COLORS.map((color) => y(of(end, color))),
    top,
    bottom,
  );
  const lines = COLORS.map((color, n) => {
    let path = `M${x(0).toFixed(1)} ${y(of(start, color)).toFixed(1)}`;
    let before = of(start, color);
    for (const [at, event] of events.entries()) {
      const points = of(event.points, color);
      if (points === before) continue;
      path += `H${x(at + 1).toFixed(1)}V${y(points).toFixed(1)}`;
      before = points;
    }
    const points = of(end, color);
    return { color, path: `${path}H${x(events.length).toFixed(1)}`, points, endY: ends[n] ?? 0 };
  });
  return {
    lines: lines.toSorted((a, b) => a.points - b.points),
    across: Array.from({ length: Math.floor(most / step) }, (_, n) => (n + 1) * step).map(
      (value) => ({ value, y: y(value) }),
    ),
    x,
  };
}
