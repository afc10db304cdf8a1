/** Players that know no chess: they choose among what is offered. */
import { oneOf, shuffled } from './random.mjs';

/** Men in the order of what they are worth to somebody who likes to take. */
const WORTH = { queen: 9, rook: 5, bishop: 5, knight: 3, pawn: 1, king: 0 };

/**
 * What a move that is played by taste looks worth: captures first, then checks and promotions.
 * @param {any} move a `LegalMove`
 */
function taste(move) {
  const taken = move.captures.map(({ piece }) => (piece.grey ? 0.5 : 1 + WORTH[piece.kind]));
  const sum = taken.reduce((all, one) => all + one, 0);
  const out = 40 * move.eliminates.length;
  return out + sum + 2 * move.givesCheck.length + (move.promotion ? 8 : 0);
}

/**
 * A greedy player: one of the best moves by taste, and by chance when nothing tastes. The host's order
 * means nothing to it, so that a game is the same whatever that order is.
 * @param {any[]} legal `LegalMove`s
 * @param {() => number} random
 */
export function greedy(legal, random) {
  const mixed = shuffled(
    legal.toSorted((a, b) => (a.move < b.move ? -1 : 1)),
    random,
  );
  const best = mixed.reduce((one, other) => (taste(other) > taste(one) ? other : one));
  return taste(best) > 0 ? best : oneOf(mixed, random);
}

/**
 * Plays all four colours of a client's game until the game fits or the moves are used up.
 * Gives whether it fits.
 * @param {import('./client.mjs').Client} client with a game open whose seats are all persons
 * @param {() => number} random
 * @param {(game: any) => boolean} fits
 * @param {number} most how many moves at most
 */
export async function playUntil(client, random, fits, most = 600) {
  for (let i = 0; i < most; i += 1) {
    if (fits(client.game)) return true;
    const { legal, result } = client.game.now;
    if (result) return false;
    await client.play(greedy(legal, random).move);
  }
  return fits(client.game);
}
