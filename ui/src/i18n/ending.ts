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
