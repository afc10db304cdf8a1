/**
 * What the board says with frames, arrows and ticks, worked out from events as plain values.
 */
import type { Color, Danger, Event, Square } from '../protocol';
import { cellOf, centreOf, onBoard, type Cell, type Point, type Turn } from './geometry';
import { shows, WINDOW, type Zoom } from './zoom';

/** The last move of one player. */
export interface LastMove {
  readonly color: Color;
  readonly from: Square;
  readonly to: Square;
}

/** The dangers that get a ring: a king, and what would be lost for nothing. */
export function ringed(dangers: readonly Danger[]): Danger[] {
  return dangers.filter(({ piece, forNothing }) => forNothing || piece.kind === 'king');
}

/** An arrow that the screen asks for: a hint, a step of a player's line, or a plain one. */
export interface Arrow {
  readonly from: Square;
  readonly to: Square;
  readonly tone: 'hint' | 'note' | Color;
}

/**
 * The last move of each other player since the newest move of ours; oldest first. A move that the host
 * made for us, or a CPU in our seat, is news as well.
 */
export function lastMoves(events: readonly Event[], yours: readonly Color[]): LastMove[] {
  const newest = newestOf(events, yours);
  const seen = new Set<Color>();
  const found: LastMove[] = [];
  for (let n = events.length - 1; n >= 0 && seen.size < 4; n--) {
    const event = events[n];
    if (event?.action.type !== 'move') continue;
    const ours = n === newest;
    if (ours && !event.action.forPlayer) break;
    if (seen.has(event.color)) continue;
    seen.add(event.color);
    found.unshift({ color: event.color, from: event.action.from, to: event.action.to });
    if (ours) break;
  }
  return found;
}

/** Where our newest move is; -1: we have made none. What a CPU played in our seat is no move of ours. */
function newestOf(events: readonly Event[], yours: readonly Color[]): number {
  const byCpu = new Set<Color>();
  for (let n = events.length - 1; n >= 0; n--) {
    const event = events[n];
    if (!event || !yours.includes(event.color)) continue;
    const { color, action } = event;
    if (action.type === 'move' && !byCpu.has(color)) return n;
    if (action.type !== 'seat') continue;
    // Whoever sat there before: a person takes a seat from a CPU, and a CPU from a person.
    if (action.player.type === 'person') byCpu.add(color);
    else byCpu.delete(color);
  }
  return -1;
}

/** Whether we have made a move. */
export function haveMoved(events: readonly Event[], yours: readonly Color[]): boolean {
  return newestOf(events, yours) >= 0;
}

/** The events since the newest move of ours; oldest first. */
export function sinceYours(events: readonly Event[], yours: readonly Color[]): Event[] {
  return events.slice(newestOf(events, yours) + 1);
}

/**
 * What to tell of the events since our newest move in so many lines: the newest ones, and what a CPU
 * played last in our seat, but not that we came and went. Of the players that a seat got one after the
 * other the last one matters.
 */
export function newsSince(
  events: readonly Event[],
  yours: readonly Color[],
  most: number,
): Event[] {
  const ours = ({ color }: Event) => yours.includes(color);
  const news = sinceYours(events, yours).filter((event, n, all) => {
    if (event.action.type !== 'seat') return true;
    const next = all[n + 1];
    return !ours(event) && (next?.action.type !== 'seat' || next.color !== event.color);
  });
  const last = news.slice(-most);
  const played = news.findLast((event) => ours(event) && event.action.type === 'move');
  return !played || last.includes(played) ? last : [played, ...last.slice(1)];
}

/** Our newest move, if time had run out and the host made it; else null. */
export function madeForYou(events: readonly Event[], yours: readonly Color[]): Event | null {
  const newest = events[newestOf(events, yours)];
  return newest?.action.type === 'move' && newest.action.forPlayer ? newest : null;
}

/** An arrow between two squares that starts and ends short of their middles, with its head. */
export function arrow(from: Square, to: Square, size: number, turn: Turn): string {
  const a = centreOf(from, size, turn);
  const b = centreOf(to, size, turn);
  const length = Math.hypot(b.x - a.x, b.y - a.y) || 1;
  const unit = { x: (b.x - a.x) / length, y: (b.y - a.y) / length };
  const along = (p: Point, by: number): Point => ({ x: p.x + unit.x * by, y: p.y + unit.y * by });
  const start = along(a, size * 0.32);
  const tip = along(b, -size * 0.4);
  const barb = (side: 1 | -1): Point => {
    const [cos, sin] = [Math.cos(0.62), side * Math.sin(0.62)];
    const back = { x: -(unit.x * cos - unit.y * sin), y: -(unit.x * sin + unit.y * cos) };
    return { x: tip.x + back.x * size * 0.38, y: tip.y + back.y * size * 0.38 };
  };
  const at = (p: Point) => `${p.x.toFixed(1)} ${p.y.toFixed(1)}`;
  return `M${at(start)}L${at(tip)}M${at(barb(1))}L${at(tip)}L${at(barb(-1))}`;
}

/**
 * Where the tick lies, as column and row of its middle (in squares): two squares from the target,
 * towards the middle of what is seen, and clear of the squares that must stay visible.
 */
export function tickPlace(
  to: Square,
  clear: readonly Square[],
  turn: Turn,
  zoom: Zoom | null = null,
): Point {
  const { col, row } = cellOf(to, turn);
  const seen = (cell: Cell) => (zoom ? shows(zoom, cell) : onBoard(cell));
  const middle = zoom ? { x: zoom.x + WINDOW / 2, y: zoom.y + WINDOW / 2 } : { x: 7, y: 7 };
  const away = zoom ? 1 : 2;
  const inward = (n: number, middle: number) => (n < middle ? away : -away);
  const right = inward(col, middle.x);
  const down = inward(row, middle.y);
  const candidates = [
    { col, row: row + down },
    { col: col + right, row },
    { col: col + right, row: row + down },
    { col: col - right, row },
    { col, row: row - down },
  ];
  const taken = [to, ...clear].map((square) => cellOf(square, turn));
  // Larger squares leave room for it next to them.
  const free = (cell: Cell) =>
    seen(cell) &&
    taken.every((t) => Math.max(Math.abs(t.col - cell.col), Math.abs(t.row - cell.row)) >= away);
  const best = candidates.find(free) ?? candidates.find(seen) ?? { col, row };
  return { x: best.col + 0.5, y: best.row + 0.5 };
}

/** A square that somebody points at, with the colour whose mark shows who. */
export interface Ping {
  readonly id: number;
  readonly square: Square;
  /** null: somebody without a seat. */
  readonly color: Color | null;
}
