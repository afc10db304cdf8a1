/**
 * A move by its coordinates: letter and number of one square, then of another. Only what leads to a
 * legal move can be entered. Pure values; the keys are in `components/MovePad.svelte`.
 */
import type { LegalMove, Square } from '../protocol';
import { targetsOf, type Moves } from './targets';

/** A square being entered. */
export interface Half {
  readonly letter: string | null;
  readonly number: string | null;
}

/** What has been entered. */
export interface Entry {
  readonly from: Half;
  readonly to: Half;
}

const NOTHING: Half = { letter: null, number: null };
/** Before the first key. */
export const EMPTY: Entry = { from: NOTHING, to: NOTHING };

/** The files. */
export const LETTERS = [...'abcdefghijklmn'];
/** The ranks. */
export const NUMBERS = LETTERS.map((_, n) => String(n + 1));

/** The square of a half; null while it lacks something. */
export function squareOf({ letter, number }: Half): Square | null {
  return letter !== null && number !== null ? `${letter}${number}` : null;
}

/** Which half is being entered. */
export function activeHalf(entry: Entry): 'from' | 'to' {
  return squareOf(entry.from) === null ? 'from' : 'to';
}

/** The squares that the half being entered may become. */
function candidates(entry: Entry, moves: Moves): Square[] {
  const from = squareOf(entry.from);
  return from === null ? [...moves.keys()] : targetsOf(moves, from);
}

const letterOf = (square: Square) => square.charAt(0);
const numberOf = (square: Square) => square.slice(1);

/** The letters that lead to a legal move. */
export function openLetters(entry: Entry, moves: Moves): Set<string> {
  return new Set(candidates(entry, moves).map(letterOf));
}

/** The numbers that lead to a legal move with the letter entered; any, before there is one. */
export function openNumbers(entry: Entry, moves: Moves): Set<string> {
  const { letter } = entry[activeHalf(entry)];
  const squares = candidates(entry, moves);
  return new Set(squares.filter((one) => !letter || letterOf(one) === letter).map(numberOf));
}

/** Enters a letter. A number that no longer fits goes. */
export function enterLetter(entry: Entry, letter: string, moves: Moves): Entry {
  if (!openLetters(entry, moves).has(letter)) return entry;
  const half = activeHalf(entry);
  const number = entry[half].number;
  const fits = number !== null && candidates(entry, moves).includes(`${letter}${number}`);
  return { ...entry, [half]: { letter, number: fits ? number : null } };
}

/** Enters a number. */
export function enterNumber(entry: Entry, number: string, moves: Moves): Entry {
  if (!openNumbers(entry, moves).has(number)) return entry;
  const half = activeHalf(entry);
  return { ...entry, [half]: { ...entry[half], number } };
}

/**
 * Enters a digit of a keyboard. A second one makes 10 to 14 of a 1, also when the 1 alone has
 * already completed the square before.
 */
export function enterDigit(entry: Entry, digit: string, moves: Moves): Entry {
  const half = activeHalf(entry);
  if (half === 'to' && entry.to.letter === null && entry.from.number === '1') {
    const before: Entry = { ...EMPTY, from: { ...entry.from, number: null } };
    const longer = enterNumber(before, `1${digit}`, moves);
    return longer === before ? entry : longer;
  }
  const { number } = entry[half];
  if (number !== null) {
    const longer = enterNumber(entry, `${number}${digit}`, moves);
    if (longer !== entry) return longer;
  }
  const open = openNumbers(entry, moves);
  if (open.has(digit)) return enterNumber(entry, digit, moves);
  // A 1 that only begins a number waits for its second digit.
  const begins = [...open].some((one) => one.length > 1 && one.startsWith(digit));
  return begins ? { ...entry, [half]: { ...entry[half], number: digit } } : entry;
}

/** Takes the last thing back. */
export function erase(entry: Entry): Entry {
  for (const half of ['to', 'from'] as const) {
    if (entry[half].number !== null) return { ...entry, [half]: { ...entry[half], number: null } };
    if (entry[half].letter !== null) return { ...entry, [half]: NOTHING };
  }
  return entry;
}

/** The moves entered: none until both squares are there, several for a pawn that promotes. */
export function entered(entry: Entry, moves: Moves): readonly LegalMove[] {
  const from = squareOf(entry.from);
  const to = squareOf(entry.to);
  if (from === null || to === null) return [];
  return (moves.get(from) ?? []).filter((move) => move.to === to);
}
