/**
 * Rooms as a relay tells of them, made by hand.
 */
import type { RoomView } from '../src/protocol';

/** The code of the rooms. */
export const CODE = 'BCDFGH';

/** A room of two: Ann, who hosts it, and the reader. */
export function room(extra: Partial<RoomView> = {}): RoomView {
  return {
    code: CODE,
    you: 2,
    host: 1,
    members: [
      { id: 1, name: 'Ann', here: true, ready: true },
      { id: 2, name: 'Ben', here: true, ready: false },
    ],
    seats: [
      seat('red', { type: 'member', member: 1 }),
      seat('blue', { type: 'free' }),
      seat('yellow', { type: 'free' }),
      seat('green', { type: 'cpu', level: 2 }),
    ],
    options: {
      variant: 'solo',
      house: [],
      table: { moveSeconds: null, showLegal: true, rotateFirst: true },
      first: 'red',
      date: null,
    },
    locked: false,
    watchers: 0,
    game: null,
    playing: false,
    games: 0,
    canStart: false,
    talk: 'everybody',
    asks: null,
    freeLevel: null,
    fairness: null,
    expires: 0,
    ...extra,
  };
}

/** A seat with nothing special about it. */
export function seat(
  color: RoomView['seats'][number]['color'],
  holder: RoomView['seats'][number]['holder'],
): RoomView['seats'][number] {
  return { color, holder, name: null, standIn: false, grace: null };
}
