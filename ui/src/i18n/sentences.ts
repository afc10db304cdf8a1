/**
 * Sentences made of several messages: who somebody is, what a move did, what points were for.
 */
import type { Award, AwardReason, Color, Event, Kind, LegalMove, Seat, Status } from '../protocol';
import { of } from '../stores/colors';
import { m } from './generated/messages.js';

/** The players of a game, for naming them. */
export interface Cast {
  readonly seats: readonly Seat[];
  readonly yours: readonly Color[];
}

/** What a player is called on the board: a name, "you", or the colour. */
export function nameOf(cast: Cast, color: Color): string {
  const { name } = of(cast.seats, color);
  if (name !== null) return name;
  return isYou(cast, color) ? m.you() : m.color({ color });
}

/**
 * Whether a colour is the reader's own: whoever plays here alone. Where several people read the same
 * screen nobody is "you": all are called by name or colour.
 */
export function isYou(cast: Cast, color: Color): boolean {
  return cast.yours.length === 1 && cast.yours[0] === color;
}

/** "Queen takes rook e5", "Out of time: pawn d2 – d4", "resigns". */
export function actionOf(event: Event): string {
  const { action } = event;
  switch (action.type) {
    case 'resign':
      return m.action_resign();
    case 'time-out':
      return m.action_time_out();
    case 'claim':
      return m.action_claim();
    case 'seat':
      return action.player.type === 'cpu'
        ? m.action_seat_cpu({ level: m.level({ level: String(action.player.level) }) })
        : m.action_seat_person();
    case 'move':
      break;
  }
  const move = wordsOf({ ...action, kind: action.piece.kind, captures: action.captured });
  return action.forPlayer ? m.move_for_player({ move }) : move;
}

/** A move, played or not yet. */
interface Deed extends Pick<LegalMove, 'from' | 'to' | 'captures' | 'promotion' | 'castling'> {
  /** What moves. */
  readonly kind: Kind;
}

/** "Queen takes rook e5", "Pawn d2 – d4". */
export function wordsOf({ kind, from, to, captures, promotion, castling }: Deed): string {
  if (castling) return m.move_castling({ from, to });
  const [first, second] = captures.map((one) => m.taken({ kind: one.piece.kind }));
  let words = m.move_plain({ kind, from, to });
  if (first && second) words = m.move_takes_two({ kind, first, second, to });
  else if (first) words = m.move_takes({ kind, taken: first, to });
  return promotion ? m.move_becomes({ move: words, kind: promotion }) : words;
}

/** "Queen g4 takes rook e5": with its start, where nothing was played yet: several may go there. */
export function listedWords(move: LegalMove, kind: Kind): string {
  const { from, to, captures, promotion } = move;
  const [first, second] = captures.map((one) => m.taken({ kind: one.piece.kind }));
  if (!first) return wordsOf({ ...move, kind });
  const piece = m.kind({ kind });
  const words = second
    ? m.list_takes_two({ piece, from, first, second, to })
    : m.list_takes({ piece, from, taken: first, to });
  return promotion ? m.move_becomes({ move: words, kind: promotion }) : words;
}

/** "Check to Blue, you"; empty when nobody is in check. */
export function checksOf(event: Event, cast: Cast): string {
  if (event.action.type !== 'move' || event.action.givesCheck.length === 0) return '';
  const [only] = event.action.givesCheck;
  if (event.action.givesCheck.length === 1 && only && isYou(cast, only)) return m.check_to_you();
  return m.check_to({ names: event.action.givesCheck.map((c) => nameOf(cast, c)).join(', ') });
}

/** One or two words: what points were given for. */
export function reasonOf(reason: AwardReason): string {
  switch (reason.type) {
    case 'capture':
      return reason.promoted
        ? m.award_promoted({ kind: reason.kind })
        : m.kind({ kind: reason.kind });
    case 'king-capture':
      return m.kind({ kind: 'king' });
    case 'checkmate':
      return m.award_checkmate();
    case 'stalemate':
      return m.award_stalemate();
    case 'others-stalemate':
      return m.award_others_stalemate();
    case 'multi-check':
      return m.award_checks({ kings: reason.kings });
    case 'draw':
      return m.award_draw();
    case 'last-player':
      return m.award_last();
    case 'claim':
      return m.award_claim();
  }
}

/** "+5 rook". */
export function awardOf(award: Award): string {
  return m.award({ points: award.points, reason: reasonOf(award.reason) });
}

/** The same where there is room for one word: "+1 queen" for a promoted one. */
export function awardInBrief({ points, reason }: Award): string {
  if (reason.type === 'multi-check') return m.award({ points, reason: m.award_check() });
  const plain = reason.type === 'capture' ? { ...reason, promoted: false } : reason;
  return m.award({ points, reason: reasonOf(plain) });
}

/** One word for a player who is out; null for one who plays. */
export function outWord(status: Status): string | null {
  return status === 'in' ? null : m.status({ status });
}

/** Everything an event did, as one sentence to be read out. */
export function announce(event: Event, cast: Cast): string {
  const parts = [actionOf(event)];
  const own = event.awards.filter((award) => award.color === event.color);
  const points = own.reduce((sum, award) => sum + award.points, 0);
  if (points > 0) parts.push(m.announce_points({ count: points }));
  const checks = checksOf(event, cast);
  if (checks) parts.push(checks);
  for (const { color, status } of event.statuses) {
    if (status !== 'in') parts.push(m.announce_status({ name: nameOf(cast, color), status }));
  }
  return m.announce({ name: nameOf(cast, event.color), what: parts.join(', ') });
}

/** A number of milliseconds since 1970 as "5 minutes ago", "yesterday", "12 November". */
export function ago(then: number, now: number, locale: string): string {
  const seconds = Math.min(0, Math.round((then - now) / 1000));
  const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' });
  if (seconds > -60) return m.just_now();
  if (seconds > -3600) return relative.format(Math.trunc(seconds / 60), 'minute');
  if (seconds > -86_400) return relative.format(Math.trunc(seconds / 3600), 'hour');
  if (seconds > -7 * 86_400) return relative.format(Math.trunc(seconds / 86_400), 'day');
  return new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'long' }).format(then);
}

/** A number of milliseconds since 1970 as "12 November", with the year when it is another one. */
export function onDay(then: number, locale: string, now = Date.now()): string {
  const sameYear = new Date(then).getFullYear() === new Date(now).getFullYear();
  const year = sameYear ? undefined : ('numeric' as const);
  return new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'long', year }).format(then);
}
