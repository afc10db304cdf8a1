/**
 * Who holds the device and how the board lies for them: pure answers from the game as it is shown.
 */
import { turnFor, type Turn } from '../board/geometry';
import type { Color, Danger, GameView, Kind, Now, Status, Turning } from '../protocol';
import { COLORS, of } from './colors';
import { mineOf } from './lists';
import type { Timeline } from './timeline';

/** The seat of the device's owner, or of whoever sits at it alone or first. */
export function ownerOf(game: Pick<GameView, 'seats' | 'yours'>): Color {
  return mineOf(game) ?? game.yours[0] ?? 'red';
}

/** People here who still play. */
export function playersHere({ yours }: Pick<GameView, 'yours'>, now: Pick<Now, 'status'>): Color[] {
  return yours.filter((color) => of(now.status, color) === 'in');
}

/**
 * Whose hands the device is in: who is to move, if that is somebody here; else whoever moved last
 * of the people here; before that the owner.
 */
export function holderOf({ game, now, events }: Timeline): Color {
  if (now.turn !== null && game.yours.includes(now.turn)) return now.turn;
  const last = events.findLast(
    ({ color, action }) => action.type === 'move' && game.yours.includes(color),
  );
  return last?.color ?? ownerOf(game);
}

/** Who sits at the bottom of the board. */
export function turnOf(timeline: Timeline, turning: Turning): Turn {
  const { game } = timeline;
  const below = turning === 'mover' ? holderOf(timeline) : ownerOf(game);
  return turnFor(of(game.seats, below).side);
}

/** By how many degrees something on a side must be turned to face its reader, clockwise. */
export function degreesFor(place: number): number {
  return place === 3 ? -90 : place * 90;
}

/** Where a player sits on the screen: 0 below, then clockwise. */
export function placeOf(game: Pick<GameView, 'seats'>, color: Color, turn: Turn): number {
  return (turnFor(of(game.seats, color).side) - turn + 4) % 4;
}

/** Whom chance plays for. */
const CHANCE: readonly Status[] = ['wandering', 'walking'];

/** The armies that play on by chance. */
export function wanderersOf(status: readonly Status[]): Color[] {
  return COLORS.filter((color) => CHANCE.includes(of(status, color)));
}

const GRAVITY: readonly Kind[] = ['king', 'queen', 'rook', 'bishop', 'knight', 'pawn'];

/** The danger to speak of: a king first, then the most valuable piece that would be lost for nothing. */
export function worstOf(dangers: readonly Danger[]): Danger | null {
  const told = dangers.filter(({ piece, forNothing }) => forNothing || piece.kind === 'king');
  const grave = ({ piece }: Danger) => GRAVITY.indexOf(piece.kind);
  return told.toSorted((a, b) => grave(a) - grave(b))[0] ?? null;
}

/** The other people here who must agree when somebody takes a move back. */
export function othersHere(game: Pick<GameView, 'yours'>, now: Pick<Now, 'status'>, color: Color) {
  return playersHere(game, now).filter((one) => one !== color);
}

/** The order of seats on the screen, clockwise from below. */
export function aroundFrom(game: Pick<GameView, 'seats'>, turn: Turn): Color[] {
  return COLORS.toSorted((a, b) => placeOf(game, a, turn) - placeOf(game, b, turn));
}

/** The two teams of a game, each by the colours of its partners; none where everybody plays alone. */
export function teamsOf({ seats }: Pick<GameView, 'seats'>): [Color, Color][] {
  return COLORS.flatMap((color): [Color, Color][] => {
    const { partner } = of(seats, color);
    return partner !== null && COLORS.indexOf(color) < COLORS.indexOf(partner)
      ? [[color, partner]]
      : [];
  });
}
