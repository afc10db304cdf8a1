// Lists of games, statistics, graph: what is counted and shown, as plain values.
import { describe, expect, it } from 'vitest';
import { type Color, type GameSummary, type Seat } from '../src/protocol';
import { FakeBackend } from '../src/backend/fake';
import { Games } from '../src/stores/games.svelte';
import { apart, graphOf } from '../src/stores/graph';
import { companyOf, daysLeft, filtersFor, fits, mineOf, placeOf } from '../src/stores/lists';
import { statisticsOf } from '../src/stores/statistics';
import { moved, seats } from './fixtures';

const COLORS: readonly Color[] = ['red', 'blue', 'yellow', 'green'];

/** A game in the list: places in turn order, whose seat is the owner's. */
function game(id: string, places: number[] | null, extra: Partial<GameSummary> = {}): GameSummary {
  return {
    id,
    variant: 'solo',
    hasPoints: true,
    first: 'red',
    seats,
    yours: ['red'],
    board: '',
    turn: places ? null : 'red',
    round: 3,
    points: [10, 0, 0, 0],
    result: places
      ? { reason: 'last-player', places: places as [number, number, number, number] }
      : null,
    created: 0,
    updated: 0,
    readOnly: false,
    deleted: null,
    ...extra,
  };
}

/** Four seats of people, the owner's being one of them. */
function people(mine: Color | null): Seat[] {
  return seats.map((seat) => ({ ...seat, player: { type: 'person', me: seat.color === mine } }));
}

describe('the list', () => {
  it('keeps what is in the bin out of everything else', () => {
    const games = new Games(new FakeBackend());
    const all = [
      game('open', null),
      game('over', [1, 2, 3, 4]),
      game('gone', null, { deleted: 5 }),
      game('later', [1, 2, 3, 4], { deleted: 9 }),
    ];
    games.hear({ type: 'games', games: all });
    const ids = (list: readonly GameSummary[]) => list.map(({ id }) => id);
    expect(ids(games.list)).toEqual(['open', 'over']);
    expect(ids(games.open)).toEqual(['open']);
    expect(ids(games.finished)).toEqual(['over']);
    expect(ids(games.bin)).toEqual(['later', 'gone']);
    expect(statisticsOf(games.all, null).played).toBe(1);
  });

  it('asks the host to delete, bring back and purge', () => {
    const host = new FakeBackend();
    const games = new Games(host);
    games.remove('a');
    games.restore('b');
    games.purge('c');
    expect(host.sent.map(({ message }) => message)).toEqual([
      { type: 'delete-game', game: 'a' },
      { type: 'restore-game', game: 'b' },
      { type: 'purge-game', game: 'c' },
    ]);
  });

  it('knows whose a game is', () => {
    expect(mineOf(game('a', null))).toBe('red');
    expect(mineOf({ seats: people('green'), yours: [...COLORS] })).toBe('green');
    expect(mineOf({ seats: people(null), yours: [...COLORS] })).toBeNull();
    expect(mineOf({ seats: people(null), yours: ['blue'] })).toBe('blue');
    expect(companyOf({ seats })).toBe('computer');
    expect(companyOf({ seats: people('red') })).toBe('device');
    expect(placeOf(game('a', [3, 1, 2, 4]))).toBe(3);
    expect(placeOf(game('a', null))).toBeNull();
  });

  it('offers filters that tell games apart, and no others', () => {
    const won = game('won', [1, 2, 3, 4]);
    const lost = game('lost', [2, 1, 3, 4]);
    const teams = game('teams', [2, 1, 2, 1], { variant: 'teams', seats: people('red') });
    expect(filtersFor([won, won])).toEqual([]);
    expect(filtersFor([won, lost])).toEqual([{ by: 'all' }, { by: 'won' }]);
    const filters = filtersFor([won, teams]);
    expect(filters).toContainEqual({ by: 'variant', variant: 'teams' });
    expect(filters).toContainEqual({ by: 'company', company: 'device' });
    for (const filter of filters) expect([won, teams].some((one) => fits(one, filter))).toBe(true);
    expect(fits(teams, { by: 'company', company: 'computer' })).toBe(false);
  });

  it('counts the days in the bin down', () => {
    const day = 86_400_000;
    expect(daysLeft(0, 0)).toBe(7);
    expect(daysLeft(0, 6.5 * day)).toBe(1);
    expect(daysLeft(0, 9 * day)).toBe(0);
  });
});

describe('statistics', () => {
  const own = (places: number[], updated: number, extra: Partial<GameSummary> = {}) =>
    game(`g${updated}`, places, { updated, ...extra });

  it("count the owner's finished games alone", () => {
    const counted = statisticsOf(
      [
        own([1, 2, 3, 4], 1),
        own([2, 1, 3, 4], 2, { points: [20, 30, 0, 0] }),
        own([1, 2, 3, 4], 3, { seats: people(null) }),
        game('open', null),
      ],
      null,
    );
    expect(counted).toMatchObject({ played: 2, won: 1, points: 15, places: [1, 1, 0, 0] });
    expect(counted.byColor[0]).toEqual({ key: 'red', played: 2, won: 1 });
    expect(counted.byColor[1]).toEqual({ key: 'blue', played: 0, won: 0 });
  });

  it('tell how many were won in a row, by the order in which they ended', () => {
    const places = [
      [2, 1, 3, 4],
      [1, 2, 3, 4],
      [1, 2, 3, 4],
      [4, 1, 2, 3],
      [1, 2, 3, 4],
    ];
    const games = places.map((one, n) => own(one, n)).toReversed();
    expect(statisticsOf(games, null)).toMatchObject({ streak: 1, bestStreak: 2 });
  });

  it('call no draw of all a win, and take no points where none count', () => {
    const drawn = own([1, 1, 1, 1], 1, { variant: 'teams', hasPoints: false });
    expect(statisticsOf([drawn], null)).toMatchObject({ played: 1, won: 0, points: null });
  });

  it('go by the strongest opponent, never by the partner', () => {
    const levels: Seat[] = seats.map((seat, n) => ({
      ...seat,
      player: n === 0 ? { type: 'person', me: true } : { type: 'cpu', level: [0, 3, 8, 2][n] ?? 1 },
      partner: n === 0 ? 'yellow' : n === 2 ? 'red' : null,
    }));
    const counted = statisticsOf([own([1, 2, 1, 2], 1, { seats: levels })], null);
    expect(counted.byLevel).toEqual([{ key: 3, played: 1, won: 1 }]);
    expect(statisticsOf([own([1, 2, 3, 4], 1)], 'device').played).toBe(0);
  });
});

describe('the graph', () => {
  const events = [
    moved(1, 'red', 'd2', 'd4', 'pawn', {
      points: [5, 0, 0, 0],
      awards: [
        {
          color: 'red',
          points: 5,
          reason: { type: 'capture', kind: 'rook', from: 'blue', promoted: false },
          square: 'd4',
        },
      ],
    }),
    moved(2, 'blue', 'b7', 'c7', 'pawn', { points: [5, 0, 0, 0] }),
    moved(3, 'red', 'd4', 'd5', 'pawn', { points: [25, 1, 0, 0] }),
  ];
  const frame = { left: 20, right: 320, top: 10, bottom: 110 };

  it('steps up where points were given', () => {
    const graph = graphOf(events, frame);
    const red = graph.lines.find(({ color }) => color === 'red');
    expect(red?.path).toBe('M20.0 110.0H120.0V90.0H320.0V10.0H320.0');
    expect(graph.lines.at(-1)?.color).toBe('red');
    expect(graph.x(0)).toBe(20);
    expect(graph.x(3)).toBe(320);
    expect(graph.across.map(({ value }) => value)).toEqual([10, 20]);
  });

  it('pushes end marks apart and keeps them inside', () => {
    expect(apart([110, 110, 110, 20], 10, 110)).toEqual([80, 95, 110, 20]);
    const close = apart([50, 52, 51, 10], 10, 110);
    const sorted = close.toSorted((a, b) => a - b);
    for (const [n, y] of sorted.entries())
      if (n > 0) expect(y - (sorted[n - 1] ?? 0)).toBeGreaterThanOrEqual(15);
  });

  it('is drawn of a game without events too', () => {
    expect(graphOf([], frame).lines).toHaveLength(4);
  });
});
