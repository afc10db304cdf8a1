/**
 * What a screen reader is told of a game while it goes on.
 */
import type { Announce, Color, Event } from '../protocol';
import { COLORS, indexOf } from '../stores/colors';
import { m } from './generated/messages.js';
import { announce, isYou, nameOf, type Cast } from './sentences';

/**
 * Whether an event matters to those who play `yours`: a check to them, a piece of theirs taken,
 * somebody out, the end.
 */
export function matters({ action, statuses, result }: Event, yours: readonly Color[]): boolean {
  if (result || statuses.length > 0 || action.type !== 'move') return true;
  return (
    action.givesCheck.some((color) => yours.includes(color)) ||
    action.captured.some(({ piece }) => !piece.grey && yours.includes(piece.color))
  );
}

/** The sentences about an event: what was done, and the end if it was that. */
export function sentencesOf(event: Event, cast: Cast, which: Announce): string[] {
  const said: string[] = [];
  if (which === 'all' || matters(event, cast.yours)) said.push(announce(event, cast));
  const { result } = event;
  if (result) {
    const winners = COLORS.filter((color) => result.places[indexOf(color)] === 1);
    said.push(m.spoken_end({ names: winners.map((color) => nameOf(cast, color)).join(', ') }));
  }
  return said;
}

/** Whose turn it is, said to the people here. */
export function turnOf(color: Color, cast: Cast): string {
  return isYou(cast, color) ? m.turn_yours() : m.turn_other({ name: nameOf(cast, color) });
}
