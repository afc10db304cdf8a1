/**
 * The screens and their addresses, as what stands behind the `#`.
 */
import type { GameId, RoomCode, Variant } from '../protocol';
import { fragmentIn, isCode, meansRoom, roomOfGame, toFragment, type Invitation } from './roomcode';

/** Screens of one game; it stays open on all of them. */
export type GameScreen =
  | { readonly name: 'game'; readonly id: GameId }
  | { readonly name: 'replay'; readonly id: GameId }
  | { readonly name: 'game-rules'; readonly id: GameId }
  /** The position after the event of a number; 0: the start. */
  | { readonly name: 'analysis'; readonly id: GameId; readonly number: number };

/** Where the position editor begins: with a game's position, or with an empty board. */
export type EditorScreen = {
  readonly name: 'editor';
  readonly from: { readonly id: GameId; readonly number: number } | null;
};

/** Screens that need no more than their name. */
const PLAIN = [
  'home',
  'games',
  'new',
  'bin',
  'settings',
  'import',
  'statistics',
  'friends',
  'privacy',
] as const;

/** The page of a guest who has come by a link or a code. */
export type GuestScreen = { readonly name: 'guest' } & Invitation;

/** A screen. */
export type Screen =
  | { readonly name: (typeof PLAIN)[number] }
  | { readonly name: 'rules'; readonly variant: Variant }
  | { readonly name: 'room'; readonly code: RoomCode }
  /** The keypad for a code; `damaged`: a link led here that could not be read. */
  | { readonly name: 'join'; readonly damaged: boolean }
  | GuestScreen
  | EditorScreen
  | GameScreen;

/** The address of a screen. */
export function toHash(screen: Screen): string {
  switch (screen.name) {
    case 'home':
      return '#/';
    case 'rules':
      return `#/rules/${screen.variant}`;
    case 'room':
      return `#/room/${screen.code}`;
    case 'guest':
      return toFragment(screen);
    case 'join':
      return screen.damaged ? '#/join/damaged' : '#/join';
    case 'editor':
      return screen.from ? `#/editor/${screen.from.id}/${screen.from.number}` : '#/editor';
    case 'analysis':
      return `#/analysis/${screen.id}/${screen.number}`;
    default:
      return 'id' in screen ? `#/${screen.name}/${screen.id}` : `#/${screen.name}`;
  }
}

/** The screen of an address; home when it is none of ours. */
export function fromHash(hash: string): Screen {
  const invited = fragmentIn(hash);
  if (invited) return { name: 'guest', ...invited };
  if (meansRoom(hash)) return { name: 'join', damaged: true };
  const [name = '', word = '', number = '', ...more] = hash.replace(/^#\//, '').split('/');
  const home: Screen = { name: 'home' };
  if (more.length > 0 || !hash.startsWith('#/')) return home;
  const id = /^[A-Za-z0-9-]{1,40}$/.test(word) ? word : null;
  const after = /^\d{1,6}$/.test(number) ? Number(number) : null;
  if (id === null) {
    if (word !== '') return home;
    if (name === 'editor') return { name, from: null };
    if (name === 'join') return { name, damaged: false };
    const plain = PLAIN.find((one) => one === name);
    return plain ? { name: plain } : home;
  }
  if (after !== null) {
    if (name === 'analysis') return { name, id, number: after };
    if (name === 'editor') return { name, from: { id, number: after } };
    return home;
  }
  if (number !== '') return home;
  if (name === 'join') return { name, damaged: id === 'damaged' };
  if (name === 'room') return isCode(id) ? { name, code: id } : home;
  if (name === 'game' || name === 'replay' || name === 'game-rules') return { name, id };
  return name === 'rules' ? { name, variant: id as Variant } : home;
}

/** The game of a screen; null: it is about none. */
export function gameOf(screen: Screen): GameId | null {
  return 'id' in screen ? screen.id : null;
}

/** The room of a screen: of its lobby, or of a game that is played in it; null: it is about none. */
export function roomOf(screen: Screen): RoomCode | null {
  if (screen.name === 'room') return screen.code;
  const game = gameOf(screen);
  return game === null ? null : roomOfGame(game);
}

/** Screens that are read over a room, and lead back into it. */
const BESIDE: readonly Screen['name'][] = ['settings', 'privacy', 'rules'];

/** Whether one may look at a screen for a moment without going out of the room. */
export function besideRoom(screen: Screen): boolean {
  return BESIDE.includes(screen.name);
}
