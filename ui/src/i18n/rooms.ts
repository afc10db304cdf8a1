/**
 * Sentences about rooms that are made of several messages.
 */
import type { IconName } from '../components/Icon.svelte';
import {
  STAND_IN_LEVEL,
  type Color,
  type Phrase,
  type RoomOptions,
  type RoomView,
} from '../protocol';
import type { Refusal } from '../stores/requests';
import type { Room } from '../stores/room.svelte';
import { absenceAt, nameAt, ownAbsence, ownSeats } from '../stores/roomview';
import { secondsUntil } from '../stores/ticking';
import { m } from './generated/messages.js';
import { language } from './locale.svelte';

/** "Solo", "Teams with 2 house rules". */
export function playedIn({ variant, house }: RoomOptions): string {
  const name = m.variant({ variant });
  return house.length === 0 ? name : m.lobby_rules({ variant: name, count: house.length });
}

/** The clock and the date of a room, as far as there are any. */
export function agreedIn({ table, date }: RoomOptions, locale: string): string {
  const parts: string[] = [];
  if (table.moveSeconds !== null) {
    parts.push(m.rules_clock({ seconds: String(table.moveSeconds) }));
  } else {
    parts.push(`${m.clock_title()}: ${m.clock_none()}`);
  }
  if (date !== null) parts.push(m.room_date_is({ date: meetingAt(date, locale) }));
  return parts.join(' · ');
}

/** "Sat 5 December, 19:00": a moment in local time. */
export function meetingAt(at: number, locale: string): string {
  return new Intl.DateTimeFormat(locale, {
    weekday: 'short',
    day: 'numeric',
    month: 'long',
    hour: '2-digit',
    minute: '2-digit',
  }).format(at);
}

/** A phrase or a face in words. */
export function phraseOf(phrase: Phrase): string {
  switch (phrase.type) {
    case 'attack':
      return m.phrase_attack({ color: phrase.color });
    case 'smile':
    case 'laugh':
    case 'surprised':
    case 'sad':
    case 'thinking':
      return m.face({ face: phrase.type });
    default:
      return m.phrase({ phrase: phrase.type });
  }
}

/** Names for a sentence. */
export function namesOf(room: RoomView, ids: readonly number[]): string {
  return ids
    .map((id) => room.members.find((member) => member.id === id)?.name)
    .filter((name) => name !== undefined)
    .join(', ');
}

/** What to do about a failed try to come into a room. */
export function entranceFault({ code, params }: Refusal): string {
  const opens = Number(params.opens ?? NaN);
  if (code === 'not-open-yet' && !Number.isNaN(opens)) {
    return m.room_opens({ date: meetingAt(opens, language()) });
  }
  return code === 'offline' ? m.room_offline() : m.refused({ code });
}

/** Something to be read beside the board. */
export interface Note {
  readonly icon: IconName;
  readonly title?: string;
  readonly text: string;
  readonly tone: 'plain' | 'yours' | 'framed';
}

/** What is to be said of a room during its game, the most urgent thing first; null: nothing. */
export function noteOf(room: Room, turn: Color | null): Note | null {
  const { view } = room;
  if (!view) return null;
  if (room.link !== 'open') {
    const wait = room.retryAt === null ? 0 : secondsUntil(room.retryAt);
    return {
      icon: 'offline',
      title: wait > 0 ? m.lost_next({ count: wait }) : m.lost_now(),
      text: lostWords(room, view, turn),
      tone: 'framed',
    };
  }
  if (view.asks && !view.asks.waitsFor.includes(view.you)) {
    const names = namesOf(view, view.asks.waitsFor);
    return {
      icon: 'wait',
      text: m.ask_waits({ count: view.asks.waitsFor.length, names }),
      tone: 'plain',
    };
  }
  const gone = turn === null ? null : absentNote(view, turn, room.toldAt);
  if (gone) return gone;
  return null;
}

/** What becomes of one's own seat in the game while one is not there and others move. */
export function goneWords(view: RoomView): string {
  const absence = ownAbsence(view, null, 0);
  if (!absence) return m.room_home_watching();
  const count = Math.ceil(absence.left / 1000);
  return count > 0 ? m.lost_bank({ count }) : m.lost_spent();
}

/** What becomes of one's own seat while the line is lost. */
function lostWords({ lostAt }: Room, view: RoomView, turn: Color | null): string {
  const absence = ownAbsence(view, turn, lostAt ?? Date.now());
  if (!absence) return m.lost_watching();
  if (absence.until === null) return goneWords(view);
  const count = secondsUntil(absence.until);
  return count > 0 ? m.lost_grace({ count }) : m.lost_stand_in();
}

/** That whoever is to move is gone, and what happens then. */
function absentNote(view: RoomView, color: Color, toldAt: number): Note | null {
  const absence = absenceAt(view, color, toldAt);
  const name = nameAt(view, color);
  if (!absence || name === null) return null;
  if (!absence.standIn && absence.until === null) return null;
  if (ownSeats(view).includes(color)) {
    return { icon: 'chip', text: m.stand_in_you(), tone: 'plain' };
  }
  return {
    icon: absence.standIn ? 'chip' : 'offline',
    title: m.absent_title({ name }),
    text:
      absence.until !== null && !absence.standIn
        ? waitsWords(secondsUntil(absence.until))
        : m.absent_plays({ name, level: m.level({ level: String(STAND_IN_LEVEL) }) }),
    tone: 'framed',
  };
}

const waitsWords = (count: number) => (count > 0 ? m.absent_waits({ count }) : m.absent_now());

/** What the turn line says in the place of whose turn it is; null: as always. */
export function turnNoteOf(
  room: Room,
  turn: Color | null,
): { readonly title: string; readonly icon: IconName | null } | null {
  if (room.link !== 'open') return { title: m.lost_title(), icon: 'offline' };
  const { view } = room;
  if (!view || turn === null) return null;
  const name = nameAt(view, turn);
  const standIn = absenceAt(view, turn, room.toldAt)?.standIn ?? false;
  return standIn && name !== null ? { title: m.turn_for({ name }), icon: null } : null;
}
