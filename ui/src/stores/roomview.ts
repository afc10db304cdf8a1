/**
 * Answers from a room as it was told: who is who, who sits where. Pure.
 */
import type { Ping } from '../board/marks';
import {
  GRACE_SECONDS,
  type Color,
  type GameView,
  type Grace,
  type Member,
  type MemberId,
  type RoomSeat,
  type RoomView,
  type Status,
} from '../protocol';
import { of } from './colors';
import type { Pointed } from './talk.svelte';

/** Somebody of the room who may sit down; null: one who only watches, or who has left. */
export function memberOf(room: RoomView, id: MemberId): Member | null {
  return room.members.find((member) => member.id === id) ?? null;
}

/** Whose a seat is. */
export function holderAt(room: RoomView, color: Color): Member | null {
  const { holder } = of(room.seats, color);
  return holder.type === 'member' ? memberOf(room, holder.member) : null;
}

/** The seats of a member. */
export function seatsOf(room: RoomView, id: MemberId): Color[] {
  return room.seats
    .filter(({ holder }) => holder.type === 'member' && holder.member === id)
    .map(({ color }) => color);
}

/** The seats of the reader. */
export function ownSeats(room: RoomView): Color[] {
  return seatsOf(room, room.you);
}

/** Who plays with whom in teams: Red and Yellow, Blue and Green. */
export const PARTNERS: Readonly<Record<Color, Color>> = {
  red: 'yellow',
  blue: 'green',
  yellow: 'red',
  green: 'blue',
};

/** Seats that nobody has. */
export function freeSeats(room: RoomView): Color[] {
  return room.seats.filter(({ holder }) => holder.type === 'free').map(({ color }) => color);
}

/** Seats that people have. */
export function peopleSeated(room: RoomView): number {
  return room.seats.filter(({ holder }) => holder.type === 'member').length;
}

/** The seats that people play themselves now: no CPU in them, not for a while either. */
export function peopleAt(room: RoomView): Color[] {
  return room.seats
    .filter(({ holder, standIn }) => holder.type === 'member' && !standIn)
    .map(({ color }) => color);
}

/** Whether the reader hosts the room. */
export function hosts(room: RoomView): boolean {
  return room.host === room.you;
}

/** Whether the reader only watches. */
export function watches(room: RoomView): boolean {
  return memberOf(room, room.you) === null;
}

/** The name of whoever sits there; null: nobody, or a CPU. */
export function nameAt(room: RoomView, color: Color): string | null {
  return of(room.seats, color).name ?? holderAt(room, color)?.name ?? null;
}

/**
 * The seats that the reader may take from CPUs while a game goes on.
 * @param status how the players stand in it, in the order of the colours
 */
export function seatsToTake(room: RoomView, status: readonly Status[]): Color[] {
  if (!room.playing || watches(room) || ownSeats(room).length > 0) return [];
  const cpus = room.seats.filter(({ holder }) => holder.type === 'cpu');
  return cpus.map(({ color }) => color).filter((color) => of(status, color) === 'in');
}

/** How it stands with the person of a seat, for the others. */
export interface Absence {
  /** A CPU plays meanwhile. */
  readonly standIn: boolean;
  /** When their grace will have run out, in milliseconds since 1970; null: it stands still. */
  readonly until: number | null;
  /** What was left of it when that was known last, in milliseconds. */
  readonly left: number;
}

const leftOf = (grace: Grace | null): number => grace?.left ?? GRACE_SECONDS * 1000;

/**
 * Whether the person of a seat is gone, and what happens then.
 * @param at when the room was told, in milliseconds since 1970
 */
export function absenceAt(room: RoomView, color: Color, at: number): Absence | null {
  const member = holderAt(room, color);
  const seat: RoomSeat = of(room.seats, color);
  if (!member || (member.here && !seat.standIn)) return null;
  const left = leftOf(seat.grace);
  const running = seat.grace !== null && seat.grace.running;
  return { standIn: seat.standIn, until: running ? at + left : null, left };
}

/**
 * The same of the reader's own seats while the own line is lost, as far as one can know: the grace runs
 * if it was one's turn.
 * @param turn who is to move, as it was told last
 * @param lostAt when the line broke, in milliseconds since 1970
 */
export function ownAbsence(room: RoomView, turn: Color | null, lostAt: number): Absence | null {
  const own = ownSeats(room);
  const [first] = own;
  if (!first) return null;
  const left = leftOf(of(room.seats, first).grace);
  const running = turn !== null && own.includes(turn);
  return { standIn: false, until: running ? lostAt + left : null, left };
}

/** Whom one can talk to now, or why to nobody. */
export type Hearers =
  | { readonly whom: 'everybody' }
  | { readonly whom: 'partners'; readonly partners: readonly Color[] }
  | { readonly whom: 'nobody'; readonly why: 'solo' | 'computer' | 'standing' | 'watching' };

/**
 * Who hears what the reader says.
 * @param game the game that is played; null: none is
 */
export function hearersOf(room: RoomView, game: Pick<GameView, 'seats'> | null): Hearers {
  if (watches(room)) return { whom: 'nobody', why: 'watching' };
  if (room.talk === 'everybody') return { whom: 'everybody' };
  const own = ownSeats(room);
  if (own.length === 0) return { whom: 'nobody', why: 'standing' };
  if (room.talk === 'nobody') return { whom: 'nobody', why: 'solo' };
  const partners = own
    .flatMap((color) => (game && of(game.seats, color).partner) ?? [])
    .filter((color) => !own.includes(color) && holderAt(room, color) !== null);
  return partners.length > 0 ? { whom: 'partners', partners } : { whom: 'nobody', why: 'computer' };
}

/** The squares pointed at, with the colours of those who do. */
export function pingsIn(room: RoomView, pointed: readonly Pointed[]): Ping[] {
  return pointed.map(({ id, from, square }) => ({
    id,
    square,
    color: seatsOf(room, from)[0] ?? null,
  }));
}
