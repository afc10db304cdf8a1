/**
 * What of a game is heard and felt. Pure: an event goes in, cues come out; the strokes of a cue are
 * in `voices.ts`, and only `speaker.ts` makes a noise.
 */
import type { Color, Event, GameResult, Haptics, LegalMove, Sounds } from '../protocol';
import { COLORS, indexOf } from '../stores/colors';

/** Seconds left at which a block is struck. */
export const LOW_TIME_S = [10, 3, 2, 1] as const;
/** So many ticks at most: the ear counts no further. */
export const MOST_TICKS = 4;
/** A mate is worth more than one tick. */
const MATE_TICKS = 3;

/** One thing to be heard. */
export type Cue =
  | {
      readonly type: 'move';
      /** Whose move: each player has a pitch. */
      readonly color: Color;
      readonly mine: boolean;
      readonly capture: boolean;
    }
  | { readonly type: 'turn' }
  | { readonly type: 'check'; readonly mine: boolean }
  | { readonly type: 'points'; readonly ticks: number }
  | { readonly type: 'out' }
  | { readonly type: 'low-time' }
  | {
      readonly type: 'end';
      /** One note each, the winner's last. */
      readonly order: readonly Color[];
    };

/** How strongly something is felt. */
export type Strength = 'light' | 'medium' | 'heavy';

/** What an unanswered move of ours sounds like, while it is played. */
export function cueOfMove(move: LegalMove, color: Color): Cue {
  return { type: 'move', color, mine: true, capture: move.captures.length > 0 };
}

/**
 * What an event sounds like to those who play `yours`. A move that was already heard when it was
 * played is not heard again; what it did is.
 */
export function cuesOf(event: Event, yours: readonly Color[], heard: boolean): Cue[] {
  const { action, awards, statuses, result } = event;
  const cues: Cue[] = [];
  if (action.type === 'move') {
    const mine = yours.includes(event.color);
    if (!heard) {
      cues.push({ type: 'move', color: event.color, mine, capture: action.captured.length > 0 });
    }
    if (action.givesCheck.length > 0) {
      cues.push({ type: 'check', mine: action.givesCheck.some((color) => yours.includes(color)) });
    }
  }
  const ticks = awards.reduce(
    (sum, { points, reason }) =>
      sum + (points === 0 ? 0 : reason.type === 'checkmate' ? MATE_TICKS : 1),
    0,
  );
  if (ticks > 0) cues.push({ type: 'points', ticks: Math.min(ticks, MOST_TICKS) });
  if (result) cues.push({ type: 'end', order: chordOf(result) });
  else if (statuses.some(({ status }) => status !== 'in')) cues.push({ type: 'out' });
  return cues;
}

/** The players from the last place to the first. */
export function chordOf({ places }: GameResult): Color[] {
  return COLORS.toSorted((a, b) => (places[indexOf(b)] ?? 0) - (places[indexOf(a)] ?? 0));
}

/** Whether the settings let a cue be heard. */
export function isHeard(cue: Cue, sounds: Sounds): boolean {
  if (!sounds.on) return false;
  switch (cue.type) {
    case 'move':
      return cue.mine ? sounds.mine : sounds.others;
    case 'turn':
      return sounds.turn;
    case 'check':
      return sounds.check;
    case 'points':
      return sounds.points;
    case 'out':
    case 'end':
      return sounds.ending;
    case 'low-time':
      return sounds.lowTime;
  }
}

/** What of an event is felt by those who play `yours`: the strongest that the settings allow. */
export function feltOf(event: Event, yours: readonly Color[], haptics: Haptics): Strength | null {
  const mate = event.statuses.some(({ status }) => status === 'mated');
  if (mate && haptics.mate) return 'heavy';
  const checked =
    event.action.type === 'move' && event.action.givesCheck.some((color) => yours.includes(color));
  if (checked && haptics.check) return 'medium';
  const others = event.action.type === 'move' && !yours.includes(event.color);
  return others && haptics.others ? 'light' : null;
}

/** Whether a block is struck when a clock shows so many seconds. */
export function isLowTime(seconds: number): boolean {
  return LOW_TIME_S.some((one) => one === seconds);
}
