/**
 * A game looked at step by step: any number of its events, shown on a board. Events are applied and
 * taken back by their changes alone. Pure values.
 */
import {
  applyChanges,
  applyEvent,
  boardOf,
  nextId,
  walksOf,
  type Board,
  type Man,
} from '../board/board';
import type { Color, Event, GameView, LineStep, Now, Status } from '../protocol';
import { COLORS, indexOf } from './colors';

/** A place in a game. */
export interface Replay {
  /** All events, oldest first. */
  readonly events: readonly Event[];
  /** How many of them have happened on the board. */
  readonly at: number;
  readonly board: Board;
}

/** What a replay needs of a game. */
type Start = Pick<GameView, 'start'>;

/** Before the first event. */
export function beginning(game: Start, events: readonly Event[]): Replay {
  return { events, at: 0, board: boardOf(game.start) };
}

/** The board before an event. */
export function revertEvent(board: Board, event: Event): Board {
  const { action, changes } = event;
  const next = new Map(board);
  const back = new Map<string, Man>();
  if (action.type === 'move') {
    for (const [from, to] of walksOf(action)) {
      const man = board.get(to);
      if (man) back.set(from, man);
    }
  }
  let id = nextId(board);
  for (const { square, before } of changes) {
    if (!before) {
      next.delete(square);
      continue;
    }
    const walker = back.get(square);
    const stayer = board.get(square);
    const left = stayer !== undefined && [...back.values()].includes(stayer);
    const same = walker ?? (!left && stayer?.piece.color === before.color ? stayer : undefined);
    next.set(square, { id: same?.id ?? id++, square, piece: before });
  }
  return next;
}

/** The replay after so many events; beyond either end it stays there. */
export function goTo(replay: Replay, wanted: number): Replay {
  const { events } = replay;
  const at = Math.min(Math.max(0, Math.round(wanted)), events.length);
  let { board } = replay;
  for (const event of events.slice(replay.at, at)) board = applyEvent(board, event);
  for (const event of events.slice(at, replay.at).toReversed()) board = revertEvent(board, event);
  return at === replay.at ? replay : { events, at, board };
}

/** The same place after events were added to the game, or taken back. */
export function carryOn(replay: Replay, game: Start, events: readonly Event[]): Replay {
  if (replay.events === events) return replay;
  const { at } = replay;
  if (at === 0) return { ...replay, events };
  if (at <= events.length && replay.events[at - 1] === events[at - 1]) return { ...replay, events };
  return goTo(beginning(game, events), at);
}

/** The event that led here; null at the beginning. */
export function latest({ events, at }: Replay): Event | null {
  return events[at - 1] ?? null;
}

/** The points after so many events, in turn order. */
export function pointsAt(events: readonly Event[], at: number): readonly number[] {
  const past = events[at - 1];
  if (past) return past.points;
  const [first] = events;
  if (!first) return [0, 0, 0, 0];
  // A game may start with points: those after the first event, less what that gave.
  const before = [...first.points];
  for (const { color, points } of first.awards)
    before[indexOf(color)] = (before[indexOf(color)] ?? 0) - points;
  return before;
}

/** How it stood with each player after so many events. */
export function statusAt(events: readonly Event[], at: number, now: Now): readonly Status[] {
  return COLORS.map((color, n) => {
    const past = lastStatus(events.slice(0, at), color);
    if (past) return past;
    // Nobody comes back: who is out without an event was so from the start.
    return lastStatus(events, color) ? 'in' : (now.status[n] ?? 'in');
  });
}

function lastStatus(events: readonly Event[], color: Color): Status | undefined {
  for (const event of events.toReversed()) {
    const change = event.statuses.findLast((one) => one.color === color);
    if (change) return change.status;
  }
  return undefined;
}

/** Who was to move after so many events; null when the game was over. */
export function turnAt(events: readonly Event[], at: number, now: Now): Color | null {
  if (events[at - 1]?.result) return null;
  return events.slice(at).find(({ action }) => action.type === 'move')?.color ?? now.turn;
}

/** How many events there are up to a player's next move from here; null when there is none. */
export function nextMoveOf(replay: Replay, color: Color): number | null {
  const { events, at } = replay;
  const found = events.findIndex(
    (event, n) => n >= at && event.color === color && event.action.type === 'move',
  );
  return found < 0 ? null : found + 1;
}

/** Where events put somebody out, as numbers of events. */
export function eliminations(events: readonly Event[]): readonly number[] {
  return events.flatMap(({ statuses }, n) =>
    statuses.some(({ status }) => status !== 'in') ? [n + 1] : [],
  );
}

/** Just after the last move that one of these players made before the newest ones; null: none did. */
export function sinceLastOf(events: readonly Event[], yours: readonly Color[]): number | null {
  const last = events.findLastIndex(
    ({ color, action }) => action.type === 'move' && yours.includes(color),
  );
  return last < 0 ? null : last + 1;
}

/** The board after the first steps of an expected line. */
export function afterSteps(board: Board, steps: readonly LineStep[]): Board {
  let after = board;
  for (const { move, changes } of steps) after = applyChanges(after, walksOf(move), changes);
  return after;
}
