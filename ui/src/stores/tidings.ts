/**
 * What people in a room should hear of each other: who came and went, whose line is lost, who hosts.
 * Found by comparing the room with how it was before, and from what the relay adds. Pure.
 */
import type { AskEnd, Color, MemberId, RoomNews, RoomView } from '../protocol';
import { holderAt, hosts, memberOf, seatsOf } from './roomview';

/** One thing to hear of, about somebody else; names, since whom it is about may be gone. */
export type Tiding =
  | { readonly type: 'came' | 'lost' | 'back' | 'stand-in' | 'relieved'; readonly name: string }
  /** Somebody has sat down in the running game, where a CPU played. */
  | { readonly type: 'took'; readonly name: string; readonly color: Color }
  /** What is played was changed, and the reader is ready no longer. */
  | { readonly type: 'unready'; readonly name: null }
  /** `plays`: a CPU goes on in the seat. */
  | { readonly type: 'left' | 'kicked'; readonly name: string; readonly plays: boolean }
  /** The host has gone, or another hosts; null: the reader. */
  | { readonly type: 'host'; readonly gone: string | null; readonly name: string | null }
  /** A wish to take moves back has ended; `name`: who said no, or is gone. */
  | { readonly type: 'take-back'; readonly end: AskEnd['type']; readonly name: string | null };

/** Of several things at once the more important come first. */
export const GRAVITY: readonly Tiding['type'][] = [
  'take-back',
  'unready',
  'host',
  'kicked',
  'left',
  'took',
  'stand-in',
  'relieved',
  'lost',
  'back',
  'came',
];

/**
 * What is new, the most important thing first.
 * @param before the room as it was told before
 */
export function tidingsOf(
  before: RoomView,
  after: RoomView,
  news: readonly RoomNews[] = [],
): Tiding[] {
  const found: Tiding[] = [];
  const kicked = news.flatMap((one) => (one.type === 'kicked' ? [one.member] : []));
  const gone = before.members.filter(({ id }) => memberOf(after, id) === null);
  if (before.host !== after.host) {
    found.push({
      type: 'host',
      gone: gone.find(({ id }) => id === before.host)?.name ?? null,
      name: hosts(after) ? null : nameIn(after, after.host),
    });
  }
  for (const { id, name } of gone) {
    if (id === after.you || (id === before.host && before.host !== after.host)) continue;
    const plays = after.playing && seatsOf(before, id).length > 0;
    found.push({ type: kicked.includes(id) ? 'kicked' : 'left', name, plays });
  }
  for (const { id, name, here } of after.members) {
    if (id === after.you) continue;
    const was = memberOf(before, id);
    if (was === null) found.push({ type: 'came', name });
    else if (was.here !== here) found.push({ type: here ? 'back' : 'lost', name });
  }
  found.push(...takenBy(before, after), ...standInsOf(before, after));
  const ready = (room: RoomView) => memberOf(room, room.you)?.ready ?? false;
  const changed = JSON.stringify(before.options) !== JSON.stringify(after.options);
  if (changed && ready(before) && !ready(after)) found.push({ type: 'unready', name: null });
  for (const one of news) {
    if (one.type !== 'take-back-over') continue;
    const who = one.end.type === 'refused' ? one.end.by : whoOf(one.end);
    if (who === after.you) continue;
    const name = who === null ? null : (nameIn(after, who) ?? nameIn(before, who));
    found.push({ type: 'take-back', end: one.end.type, name });
  }
  return found.toSorted((a, b) => GRAVITY.indexOf(a.type) - GRAVITY.indexOf(b.type));
}

const whoOf = (end: AskEnd): MemberId | null => (end.type === 'gone' ? end.member : null);

const nameIn = (room: RoomView, id: MemberId): string | null => memberOf(room, id)?.name ?? null;

/** Each seat that somebody else took from a CPU in the game that goes on. */
function takenBy(before: RoomView, after: RoomView): Tiding[] {
  if (!before.playing || !after.playing || before.game !== after.game) return [];
  return after.seats.flatMap(({ color }, place): Tiding[] => {
    const member = holderAt(after, color);
    const taken = before.seats[place]?.holder.type === 'cpu';
    if (!taken || !member || member.id === after.you) return [];
    return [{ type: 'took', name: member.name, color }];
  });
}

/** Each other member once for whom a CPU has begun to play, or plays no longer. */
function standInsOf(before: RoomView, after: RoomView): Tiding[] {
  const found = new Map<MemberId, Tiding>();
  for (const [place, { color, standIn }] of after.seats.entries()) {
    const member = holderAt(after, color);
    if (!member || member.id === after.you) continue;
    if (standIn === before.seats[place]?.standIn || !wasAt(before, color, member.id)) {
      continue;
    }
    found.set(member.id, { type: standIn ? 'stand-in' : 'relieved', name: member.name });
  }
  return [...found.values()];
}

const wasAt = (room: RoomView, color: Color, id: MemberId): boolean =>
  holderAt(room, color)?.id === id;
