/**
 * The four colours in turn order, which is the order of every list of four in the protocol.
 */
import type { Color } from '../protocol';

/** In turn order. */
export const COLORS: readonly Color[] = ['red', 'blue', 'yellow', 'green'];

/** A colour's place in a list of four. */
export function indexOf(color: Color): number {
  return COLORS.indexOf(color);
}

/** What a list of four says about a colour. */
export function of<T>(four: readonly T[], color: Color): T {
  const value = four[indexOf(color)];
  if (value === undefined) throw new RangeError(`no entry for ${color}`);
  return value;
}
