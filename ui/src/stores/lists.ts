/**
 * What a list of games says of each: whose it is, what kind of table, whether it fits a filter.
 * Pure values.
 */
import { BIN_DAYS, type Color, type GameSummary, type Seat } from '../protocol';
import { of } from './colors';

/** Against computers alone, or several people at this device. */
export type Company = 'computer' | 'device';

/** What of the list is shown: all of it, one company, games won, or one variant. */
export type Filter =
  | { readonly by: 'all' }
  | { readonly by: 'company'; readonly company: Company }
  | { readonly by: 'won' }
  | { readonly by: 'variant'; readonly variant: GameSummary['variant'] };

/** The seat of the device's owner. */
export function ownSeat(seats: readonly Seat[]): Seat | undefined {
  return seats.find(({ player }) => player.type === 'person' && player.me);
}

/** The colour of the device's owner; else the only one played here; null: several, or none. */
export function mineOf(game: Pick<GameSummary, 'seats' | 'yours'>): Color | null {
  const me = ownSeat(game.seats);
  if (me) return me.color;
  const [only] = game.yours;
  return game.yours.length === 1 && only ? only : null;
}

/** Who sits around a game. */
export function companyOf({ seats }: Pick<GameSummary, 'seats'>): Company {
  return seats.filter(({ player }) => player.type === 'person').length > 1 ? 'device' : 'computer';
}

/** The place of the device's owner; null: none, or the game goes on. */
export function placeOf(game: GameSummary): number | null {
  const mine = mineOf(game);
  return game.result && mine ? of(game.result.places, mine) : null;
}

/** Whether a game fits. */
export function fits(game: GameSummary, filter: Filter): boolean {
  switch (filter.by) {
    case 'all':
      return true;
    case 'company':
      return companyOf(game) === filter.company;
    case 'won':
      return placeOf(game) === 1;
    case 'variant':
      return game.variant === filter.variant;
  }
}

/** The filters that tell these games apart; none where all are of one kind. */
export function filtersFor(games: readonly GameSummary[]): readonly Filter[] {
  const variants = [...new Set(games.map(({ variant }) => variant))];
  const candidates: Filter[] = [
    { by: 'won' },
    { by: 'company', company: 'computer' },
    { by: 'company', company: 'device' },
    ...variants.map((variant) => ({ by: 'variant' as const, variant })),
  ];
  const telling = candidates.filter((filter) => {
    const count = games.filter((game) => fits(game, filter)).length;
    return count > 0 && count < games.length;
  });
  return telling.length > 0 ? [{ by: 'all' }, ...telling] : [];
}

/** The same filter. */
export function same(a: Filter, b: Filter): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

/** Whole days until a deleted game goes for good; at least 0. */
export function daysLeft(deleted: number, now: number): number {
  return Math.max(0, Math.ceil(BIN_DAYS - (now - deleted) / 86_400_000));
}
