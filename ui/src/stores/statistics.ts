/**
 * The games of the device's owner, counted. Only finished ones that nobody has deleted, and only the
 * owner's own seat. Pure values.
 */
import type { Color, GameSummary, Variant } from '../protocol';
import { COLORS, of } from './colors';
import { companyOf, ownSeat, type Company } from './lists';

/** Games of one kind. */
export interface Share<K> {
  readonly key: K;
  readonly played: number;
  readonly won: number;
}

/** What was counted. */
export interface Statistics {
  readonly played: number;
  readonly won: number;
  /** Mean points of games in which points count; null: there is none. */
  readonly points: number | null;
  /** Games that ended on the first to the fourth place. */
  readonly places: readonly [number, number, number, number];
  readonly byVariant: readonly Share<Variant>[];
  /** By the strongest computer among the opponents, weakest first. */
  readonly byLevel: readonly Share<number>[];
  /** All four, in turn order. */
  readonly byColor: readonly Share<Color>[];
  /** Games won one after the other, up to the newest. */
  readonly streak: number;
  /** The most games ever won one after the other. */
  readonly bestStreak: number;
}

/** A game of the owner's. */
interface Own {
  readonly game: GameSummary;
  readonly color: Color;
  readonly place: number;
  readonly won: boolean;
  readonly level: number | null;
}

function ownOf(game: GameSummary): Own | null {
  const { result, seats } = game;
  const me = ownSeat(seats);
  if (!me || !result || game.deleted !== null) return null;
  const place = of(result.places, me.color);
  // Where everybody is first nobody has won.
  const won = place === 1 && result.places.some((other) => other > 1);
  const levels = seats.flatMap(({ color, player }) =>
    player.type === 'cpu' && color !== me.partner ? [player.level] : [],
  );
  return {
    game,
    color: me.color,
    place,
    won,
    level: levels.length > 0 ? Math.max(...levels) : null,
  };
}

function sharesBy<K>(own: readonly Own[], keys: readonly K[], keyOf: (one: Own) => K | null) {
  return keys.map((key) => {
    const some = own.filter((one) => keyOf(one) === key);
    return { key, played: some.length, won: some.filter(({ won }) => won).length };
  });
}

function distinct<K>(keys: readonly (K | null)[]): K[] {
  return [...new Set(keys.filter((key) => key !== null))];
}

/** Counts the owner's games; null as company: all of them. */
export function statisticsOf(games: readonly GameSummary[], company: Company | null): Statistics {
  const own = games
    .flatMap((game) => ownOf(game) ?? [])
    .filter(({ game }) => company === null || companyOf(game) === company)
    .sort((a, b) => a.game.updated - b.game.updated);
  const counted = own.filter(({ game }) => game.hasPoints);
  const sum = counted.reduce((all, { game, color }) => all + of(game.points, color), 0);
  let run = 0;
  let bestStreak = 0;
  for (const { won } of own) {
    run = won ? run + 1 : 0;
    bestStreak = Math.max(bestStreak, run);
  }
  const at = (place: number) => own.filter((one) => one.place === place).length;
  return {
    played: own.length,
    won: own.filter(({ won }) => won).length,
    points: counted.length > 0 ? sum / counted.length : null,
    places: [at(1), at(2), at(3), at(4)],
    byVariant: sharesBy(
      own,
      distinct(own.map(({ game }) => game.variant)),
      ({ game }) => game.variant,
    ),
    byLevel: sharesBy(
      own,
      distinct(own.map(({ level }) => level)).sort((a, b) => a - b),
      ({ level }) => level,
    ),
    byColor: sharesBy(own, COLORS, ({ color }) => color),
    streak: run,
    bestStreak,
  };
}
