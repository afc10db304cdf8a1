/**
 * A game as the screen has it: what is shown, and what has arrived but waits for its turn to be
 * shown. Pure values; the store beside it keeps the time.
 */
import { applyEvent, boardOf, type Board } from '../board/board';
import type { Event, GameView, Now } from '../protocol';
import { COLORS } from './colors';
import { roomOfGame } from './roomcode';

/** Something that happened and how things stood after it. */
export interface Step {
  readonly event: Event;
  readonly now: Now;
}

/** A game on its way from what is shown to what is known. */
export interface Timeline {
  /** What stays while the game lasts: rules and, until somebody takes one over, the seats. */
  readonly game: GameView;
  /** The board shown. */
  readonly board: Board;
  /** Events shown, oldest first. */
  readonly events: readonly Event[];
  /** How things stand on the board shown. */
  readonly now: Now;
  /** Steps that wait to be shown, oldest first. */
  readonly waiting: readonly Step[];
}

/** The timeline of a snapshot. It replaces everything; men that stand where they stood stay. */
export function fromSnapshot(game: GameView, before: Timeline | null): Timeline {
  const old = before?.game.id === game.id ? before.board : undefined;
  return { game, board: boardOf(game.board, old), events: game.events, now: game.now, waiting: [] };
}

/** The number of the newest event that has arrived. */
export function newest(timeline: Timeline): number {
  // What was taken back is missing among the events, but its numbers are used up.
  const shown = Math.max(timeline.game.number, timeline.events.at(-1)?.number ?? 0);
  return timeline.waiting.at(-1)?.event.number ?? shown;
}

/**
 * Takes a step in. Steps already known change nothing; after a gap the answer is null: the game
 * must be asked for again.
 */
export function arrive(timeline: Timeline, step: Step): Timeline | null {
  const last = newest(timeline);
  if (step.event.number <= last) return timeline;
  if (step.event.number !== last + 1) return null;
  return { ...timeline, waiting: [...timeline.waiting, step] };
}

/** The game after somebody has taken a seat over. */
function seated(game: GameView, { color, action }: Event): GameView {
  if (action.type !== 'seat') return game;
  const { player } = action;
  const seats = game.seats.map((seat) => (seat.color === color ? { ...seat, player } : seat));
  const others = game.yours.filter((one) => one !== color);
  // On a device everybody is at this screen; in a room only those whom the relay calls "me".
  const ours = player.type === 'person' && (player.me || roomOfGame(game.id) === null);
  const yours = ours ? [...others, color] : others;
  return { ...game, seats, yours: COLORS.filter((one) => yours.includes(one)) };
}

/** Shows the next waiting step. */
export function advance(timeline: Timeline): Timeline {
  const [step, ...waiting] = timeline.waiting;
  if (!step) return timeline;
  return {
    ...timeline,
    game: seated(timeline.game, step.event),
    board: applyEvent(timeline.board, step.event),
    events: [...timeline.events, step.event],
    now: step.now,
    waiting,
  };
}

/** Whether everything that has arrived is shown. */
export function caughtUp(timeline: Timeline): boolean {
  return timeline.waiting.length === 0;
}
