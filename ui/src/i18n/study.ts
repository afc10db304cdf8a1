/**
 * The words of what is worked out: what a position is worth, what is wrong with one.
 */
import type { DraftProblem, Evaluation } from '../protocol';
import type { Analysis } from '../stores/analysis.svelte';
import { m } from './generated/messages.js';

/** From which number of hundredths of a pawn on the player to move is ahead, far ahead, and so on. */
interface Bounds {
  readonly ahead: number;
  readonly aheadFar: number;
  readonly behind: number;
  readonly behindFar: number;
}

/**
 * The search flatters the player to move, who strikes first while the others may wait: at the start,
 * where nobody is better, by 0.6 to 1.9 points among four and by 0.7 to 1.4 between teams. A lead
 * begins above that, short of a minor piece more among four.
 */
const AMONG_FOUR: Bounds = { ahead: 300, aheadFar: 650, behind: -100, behindFar: -400 };
const BETWEEN_TEAMS: Bounds = { ahead: 160, aheadFar: 500, behind: -80, behindFar: -400 };

/** "ahead-far": which words fit a number. */
function verdictOf(value: number, teams: boolean) {
  const { ahead, aheadFar, behind, behindFar } = teams ? BETWEEN_TEAMS : AMONG_FOUR;
  if (value >= aheadFar) return 'ahead-far';
  if (value >= ahead) return 'ahead';
  if (value <= behindFar) return 'behind-far';
  return value <= behind ? 'behind' : 'even';
}

/**
 * "Red is far ahead · +7.2": a verdict for the player to move, in words and as a number. A `name`
 * of null is the reader: "You are far ahead". About even has no number: it would say what the words
 * deny.
 */
export function evaluationOf(
  evaluation: Evaluation,
  name: string | null,
  locale: string,
  teams: boolean,
): string {
  if (evaluation.type !== 'points') {
    const { type, plies: count } = evaluation;
    if (name === null) {
      return type === 'wins' ? m.verdict_wins_you({ count }) : m.verdict_loses_you({ count });
    }
    return type === 'wins' ? m.verdict_wins({ name, count }) : m.verdict_loses({ name, count });
  }
  const { value } = evaluation;
  const how = verdictOf(value, teams);
  const words = name === null ? m.verdict_you({ how }) : m.verdict({ how, name });
  if (how === 'even') return words;
  const number = new Intl.NumberFormat(locale, {
    signDisplay: 'exceptZero',
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
  }).format(value / 100);
  return m.verdict_number({ words, number });
}

/** "12 single moves deep · 1.2M positions"; while it still looks, that it ends by itself. */
export function progressOf(
  { depth, nodes, state }: Pick<Analysis, 'depth' | 'nodes' | 'state'>,
  locale: string,
): string {
  if (state === 'running') return m.analysis_progress_running({ depth });
  return m.analysis_progress({ depth, nodes: numberOf(nodes, locale) });
}

/** A large number in the reader's way of writing: "1,2 Mio." */
function numberOf(value: number, locale: string): string {
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
