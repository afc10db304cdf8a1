/**
 * Messages of a host, made by hand: the start of a solo game and what can happen in it.
 */
import {
  DEFAULT_SETTINGS,
  type Color,
  type Event,
  type GameView,
  type Kind,
  type LegalMove,
  type Now,
  type Placed,
  type Seat,
  type Settings,
  type Side,
  type Square,
} from '../src/protocol';

const COLORS: readonly Color[] = ['red', 'blue', 'yellow', 'green'];
const SIDES: readonly Side[] = ['south', 'west', 'north', 'east'];

/** A piece on a square. */
export function placed(square: Square, color: Color, kind: Kind, extra = {}): Placed {
  return { square, piece: { color, kind, promoted: false, grey: false, ...extra } };
}

/** A quiet legal move. */
export function legal(from: Square, to: Square, extra: Partial<LegalMove> = {}): LegalMove {
  return {
    move: `${from}${to}`,
    from,
    to,
    promotion: null,
    captures: [],
    points: 0,
    givesCheck: [],
    eliminates: [],
    castling: null,
    ...extra,
  };
}

/** How things stand: Red to move, nothing happened. */
export function now(extra: Partial<Now> = {}): Now {
  return {
    ply: 0,
    round: 1,
    hash: '0123456789abcdef',
    turn: 'red',
    points: [0, 0, 0, 0],
    tally: [0, 0, 0, 0],
    status: ['in', 'in', 'in', 'in'],
    checks: [],
    clock: null,
    dangers: [],
    can: { resign: ['red'], claim: [], takeBack: [] },
    legal: [legal('d2', 'd3'), legal('d2', 'd4'), legal('e1', 'd3'), legal('e1', 'f3')],
    result: null,
    ...extra,
  };
}

/** One person, who plays Red, and three CPUs. */
export const seats: Seat[] = COLORS.map((color, n) => ({
  color,
  side: SIDES[n] ?? 'south',
  name: null,
  player: n === 0 ? { type: 'person', me: true } : { type: 'cpu', level: 2 },
  partner: null,
}));

/** A few pieces of each army. */
export const pieces: Placed[] = [
  placed('d2', 'red', 'pawn'),
  placed('e1', 'red', 'knight'),
  placed('h1', 'red', 'king'),
  placed('b7', 'blue', 'pawn'),
  placed('a8', 'blue', 'king'),
  placed('g13', 'yellow', 'pawn'),
  placed('g14', 'yellow', 'king'),
  placed('m7', 'green', 'pawn'),
  placed('n7', 'green', 'king'),
];

/** A game at its start. */
export function view(extra: Partial<GameView> = {}): GameView {
  return {
    id: 'g1',
    number: 0,
    variant: 'solo',
    hasPoints: true,
    lead: 21,
    first: 'red',
    rules: [],
    table: { moveSeconds: null, showLegal: true, rotateFirst: true },
    promotedWorth: 1,
    seats,
    yours: ['red'],
    start: pieces,
    board: pieces,
    events: [],
    now: now(),
    readOnly: false,
    created: 0,
    ...extra,
  };
}

/** A quiet move as an event. */
export function moved(
  number: number,
  color: Color,
  from: Square,
  to: Square,
  kind: Kind,
  extra: Partial<Event> = {},
): Event {
  const { piece } = placed(from, color, kind);
  return {
    number,
    ply: number,
    round: 1 + Math.floor((number - 1) / 4),
    color,
    action: {
      type: 'move',
      move: `${from}${to}`,
      from,
      to,
      piece,
      promotion: null,
      captured: [],
      castling: null,
      givesCheck: [],
      forPlayer: false,
    },
    changes: [
      { square: from, before: piece, after: null },
      { square: to, before: null, after: piece },
    ],
    awards: [],
    statuses: [],
    points: [0, 0, 0, 0],
    result: null,
    ...extra,
  };
}

/** The settings of a new device. */
export const settings: Settings = { ...DEFAULT_SETTINGS, language: 'en', level: 2 };
