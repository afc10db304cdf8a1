// Who holds the device, how the board lies for them, which danger is told.
import { describe, expect, it } from 'vitest';
import { isYou } from '../src/i18n/sentences';
import type { Color, Danger, Kind, Seat } from '../src/protocol';
import {
  aroundFrom,
  degreesFor,
  holderOf,
  othersHere,
  ownerOf,
  placeOf,
  teamsOf,
  turnOf,
  worstOf,
} from '../src/stores/tableview';
import { advance, arrive, fromSnapshot } from '../src/stores/timeline';
import { moved, now, placed, seats, view } from './fixtures';

const everybody: readonly Color[] = ['red', 'blue', 'yellow', 'green'];
const people: Seat[] = seats.map((seat) => ({
  ...seat,
  player: { type: 'person', me: seat.color === 'yellow' },
}));
const shared = (turn: Color | null, extra = {}) =>
  fromSnapshot(view({ seats: people, yours: [...everybody], now: now({ turn }), ...extra }), null);

describe('the device', () => {
  it('belongs to its owner, else to whoever is alone or first', () => {
    expect(ownerOf(shared('red').game)).toBe('yellow');
    expect(ownerOf(view())).toBe('red');
    expect(ownerOf(view({ seats: seats.slice(1), yours: ['blue', 'green'] }))).toBe('blue');
  });

  it('is in the hands of who moves, and while a CPU thinks of who moved last', () => {
    expect(holderOf(shared('green'))).toBe('green');
    const yours: Color[] = ['red', 'yellow'];
    const events = [moved(1, 'red', 'd2', 'd3', 'pawn'), moved(2, 'blue', 'b7', 'c7', 'pawn')];
    expect(holderOf(shared('green', { yours, events }))).toBe('red');
    expect(holderOf(shared('blue', { yours }))).toBe('yellow');
  });

  it('is asked before somebody takes a move back', () => {
    const { game } = shared('blue');
    const status = ['in', 'in', 'mated', 'in'] as const;
    expect(othersHere(game, now({ status: [...status] }), 'red')).toEqual(['blue', 'green']);
    expect(othersHere(view(), now(), 'red')).toEqual([]);
  });
});

it('teams are told once each, and there are none where everybody plays alone', () => {
  const partners: Record<Color, Color> = {
    red: 'yellow',
    yellow: 'red',
    blue: 'green',
    green: 'blue',
  };
  const paired = seats.map((seat) => ({ ...seat, partner: partners[seat.color] }));
  expect(teamsOf({ seats: paired })).toEqual([
    ['red', 'yellow'],
    ['blue', 'green'],
  ]);
  expect(teamsOf({ seats })).toEqual([]);
});

describe('the board', () => {
  it('stays with the owner, or turns to the mover', () => {
    expect(turnOf(shared('blue'), 'fixed')).toBe(2);
    expect(turnOf(shared('blue'), 'mover')).toBe(1);
    expect(turnOf(shared('blue'), 'owners')).toBe(2);
  });

  it('lies between four readers', () => {
    const { game } = shared('blue');
    expect(aroundFrom(game, 2)).toEqual(['yellow', 'green', 'red', 'blue']);
    expect(everybody.map((color) => placeOf(game, color, 0))).toEqual([0, 1, 2, 3]);
    expect([0, 1, 2, 3].map(degreesFor)).toEqual([0, 90, 180, -90]);
  });
});

describe('people', () => {
  it('are called "you" only where nobody else reads the same screen', () => {
    const { game } = shared('blue');
    expect(everybody.filter((color) => isYou(game, color))).toEqual([]);
    expect(everybody.filter((color) => isYou(view(), color))).toEqual(['red']);
  });

  it('give their seat to a CPU, and take it back', () => {
    const seat = (number: number, player: Seat['player']) => ({
      event: { ...moved(number, 'blue', 'b7', 'b7', 'pawn'), changes: [] },
      now: now({ turn: 'blue' }),
      player,
    });
    const step = (number: number, player: Seat['player']) => {
      const { event, now: after } = seat(number, player);
      return { event: { ...event, action: { type: 'seat' as const, player } }, now: after };
    };
    const arrived = arrive(shared('blue'), step(1, { type: 'cpu', level: 2 }));
    const given = arrived && advance(arrived);
    expect(given?.game.yours).toEqual(['red', 'yellow', 'green']);
    expect(given?.game.seats[1]?.player).toEqual({ type: 'cpu', level: 2 });
    const back = given && arrive(given, step(2, { type: 'person', me: false }));
    expect(back && advance(back).game.yours).toEqual(everybody);
  });
});

describe('dangers', () => {
  const danger = (kind: Kind, forNothing: boolean): Danger => ({
    ...placed('d4', 'red', kind),
    by: [{ square: 'e5', color: 'green' }],
    covered: !forNothing,
    forNothing,
  });

  it('are told of the king first, then of the most valuable piece lost for nothing', () => {
    const all = [danger('pawn', true), danger('queen', false), danger('rook', true)];
    expect(worstOf(all)?.piece.kind).toBe('rook');
    expect(worstOf([...all, danger('king', false)])?.piece.kind).toBe('king');
    expect(worstOf([danger('queen', false)])).toBeNull();
  });
});
