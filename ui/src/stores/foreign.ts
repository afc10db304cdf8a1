/**
 * Texts of other games that people take for ours.
 */

/** A row of a board of eight files. */
const RANK = '[1-8pnbrqk]{1,8}';
/** The first two fields of a FEN: eight rows and who is to move. */
const FEN = new RegExp(`(?:^|\\s|")(?:${RANK}/){7}${RANK}\\s+[wb](?:\\s|"|$)`, 'i');

/** Whether a text is, or holds, a position of chess for two. */
export function isTwoPlayerFen(text: string): boolean {
  return FEN.test(text);
}
