/**
 * The words of the end: where a player's points came from, and what became of the player.
 */
import type { AwardReason, Color, Event, Status } from '../protocol';
import { m } from './generated/messages.js';
import { isYou, nameOf, type Cast } from './sentences';

/** Part of a player's points. */
export interface Share {
  readonly points: number;
  /** "Pieces 13". */
  readonly words: string;
}

/** What is added up under one word. */
type Heap = 'pieces' | 'kings' | 'checkmates' | 'stalemates' | 'checks' | 'end';

const HEAPS: Readonly<Record<AwardReason['type'], Heap>> = {
  capture: 'pieces',
  'king-capture': 'kings',
  checkmate: 'checkmates',
  stalemate: 'stalemates',
  'others-stalemate': 'stalemates',
  'multi-check': 'checks',
  draw: 'end',
  'last-player': 'end',
  claim: 'end',
};

/** The sources of a player's points, the richest first. */
export function sharesOf(events: readonly Event[], color: Color): Share[] {
  const sums = new Map<Heap, number>();
  for (const event of events) {
    for (const award of event.awards) {
      if (award.color !== color) continue;
      const heap = HEAPS[award.reason.type];
      sums.set(heap, (sums.get(heap) ?? 0) + award.points);
    }
  }
  return [...sums]
    .filter(([, points]) => points !== 0)
    .sort(([, a], [, b]) => b - a)
    .map(([heap, points]) => ({ points, words: m.share({ heap, points }) }));
}

/** "Checkmated by Red", "still in". */
export function fateOf(events: readonly Event[], color: Color, status: Status, cast: Cast): string {
  if (status === 'in') return m.fate_in();
  const end = events.findLast((event) => event.statuses.some((change) => change.color === color));
  const by = end?.awards.find(({ reason }) => 'of' in reason && reason.of === color)?.color;
  const taker = end?.awards.find(({ reason }) => reason.type === 'king-capture')?.color;
  const who = by ?? taker;
  if (!who || who === color) return m.fate({ status });
  return isYou(cast, who)
    ? m.fate_by_you({ status })
    : m.fate_by({ status, name: nameOf(cast, who) });
}

/** The same with the round in which it came: "Checkmated by Red, round 24". */
export function fateAndRound(
  events: readonly Event[],
  color: Color,
  status: Status,
  cast: Cast,
): string {
  const fate = fateOf(events, color, status, cast);
  const end = events.findLast((event) => event.statuses.some((change) => change.color === color));
  return status === 'in' || !end ? fate : m.fate_round({ fate, round: String(end.round) });
}

/** An event that decided something. */
export interface Moment {
  readonly event: Event;
  /** Points that it gave to whoever acted. */
  readonly points: number;
}

/** So many moments are told. */
const MOMENTS = 4;
/** A capture of so many points decides something. */
const MANY_POINTS = 9;

/** What decided the game, in its order: players who went out, and what gave most points. */
export function momentsOf(events: readonly Event[]): Moment[] {
  const gain = ({ color, awards }: Event) =>
    awards.reduce((sum, award) => sum + (award.color === color ? award.points : 0), 0);
  const weight = (event: Event) => gain(event) + (event.statuses.length > 0 ? 100 : 0);
  return events
    .filter((event) => weight(event) >= MANY_POINTS)
    .toSorted((a, b) => weight(b) - weight(a))
    .slice(0, MOMENTS)
    .sort((a, b) => a.number - b.number)
    .map((event) => ({ event, points: gain(event) }));
}
