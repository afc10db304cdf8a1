/**
 * The presets of the rules, in the order in which they are offered.
 */
import type { Variant } from '../protocol';

/** All of them. */
export const VARIANTS: readonly Variant[] = [
  'solo',
  'teams',
  'vierschach',
  'four-kingdoms',
  'server-ffa',
  'server-ffa-2019',
  'server-teams',
];
