/**
 * The words of what is worked out: what a position is worth, what is wrong with one.
 */
import type { DraftProblem, Evaluation } from '../protocol';
import { m } from './generated/messages.js';

/** From so many hundredths of a pawn on, somebody is ahead; and far ahead. */
const AHEAD = 80;
const FAR_AHEAD = 400;

/**
 * "Red is well ahead · +4.2": a verdict for the player to move, in words and as a number. A `name`
 * of null is the reader: "You are well ahead".
 */
export function evaluationOf(evaluation: Evaluation, name: string | null, locale: string): string {
  if (evaluation.type !== 'points') {
    const { type, plies: count } = evaluation;
    if (name === null) {
      return type === 'wins' ? m.verdict_wins_you({ count }) : m.verdict_loses_you({ count });
    }
    return type === 'wins' ? m.verdict_wins({ name, count }) : m.verdict_loses({ name, count });
  }
  const { value } = evaluation;
  const size = Math.abs(value);
  const how =
    size < AHEAD ? 'even' : `${value > 0 ? 'ahead' : 'behind'}${size < FAR_AHEAD ? '' : '-far'}`;
  const number = new Intl.NumberFormat(locale, {
    signDisplay: 'exceptZero',
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
  }).format(value / 100);
  const words =
    name === null ? m.verdict_you({ how: how as never }) : m.verdict({ how: how as never, name });
  return m.verdict_number({ words, number });
}

/** A large number in the reader's way of writing: "1,2 Mio." */
export function numberOf(value: number, locale: string): string {
  return new Intl.NumberFormat(locale, { notation: 'compact', maximumFractionDigits: 1 }).format(
    value,
  );
}

/** What is wrong with a position that somebody sets up, as a sentence that says what to do. */
export function problemOf(problem: DraftProblem): string {
  switch (problem.type) {
    case 'no-king':
      return m.draft_no_king({ name: m.color({ color: problem.color }) });
    case 'kings':
      return m.draft_kings({ name: m.color({ color: problem.color }) });
    case 'king-en-prise':
      return m.draft_king_en_prise({ name: m.color({ color: problem.color }) });
    case 'misplaced':
      return m.draft_misplaced({ square: problem.square });
    default:
      return m.draft_problem({ problem: problem.type });
  }
}
