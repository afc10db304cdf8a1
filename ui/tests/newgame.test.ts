// Setting a game up: seats, levels, house rules, and what is sent.
import { describe, expect, it } from 'vitest';
import type { RuleField } from '../src/protocol';
import {
  agreed,
  allHere,
  alone,
  companyOf,
  firstGame,
  levelOf,
  ownColor,
  persons,
  readied,
  withLevel,
  withName,
  withPlayer,
  withRule,
  withVariant,
} from '../src/stores/newgame';

const stalemate: RuleField = {
  name: 'stalemate',
  value: 'out',
  preset: 'out',
  choices: { type: 'one-of', values: ['out', 'draw'] },
};

describe('seats', () => {
  it('are me against three at first', () => {
    const game = firstGame(2);
    expect(companyOf(game)).toBe('alone');
    expect([ownColor(game), persons(game), levelOf(game)]).toEqual(['red', 1, 2]);
  });

  it('have one owner: who takes another seat leaves the old one to whoever sat there', () => {
    const game = withPlayer(firstGame(2), 'green', { type: 'person', me: true });
    expect(ownColor(game)).toBe('green');
    expect(game.seats[0].player).toEqual({ type: 'cpu', level: 2 });
    expect(persons(game)).toBe(1);
  });

  it('keep my colour when the company changes', () => {
    const green = withPlayer(firstGame(2), 'green', { type: 'person', me: true });
    const here = allHere(green);
    expect([companyOf(here), ownColor(here), levelOf(here)]).toEqual(['here', 'green', null]);
    expect(ownColor(alone(here, 4))).toBe('green');
  });

  it('give a CPU no name of the person before it', () => {
    const named = withName(allHere(firstGame(1)), 'blue', 'Johannes');
    expect(named.seats[1].name).toBe('Johannes');
    expect(withPlayer(named, 'blue', { type: 'cpu', level: 1 }).seats[1].name).toBeNull();
    expect(allHere(named).seats[1].name).toBe('Johannes');
  });

  it('share a level, or have none in common', () => {
    const mixed = withPlayer(firstGame(2), 'blue', { type: 'cpu', level: 7 });
    expect(levelOf(mixed)).toBeNull();
    expect(levelOf(withLevel(mixed, 5))).toBe(5);
    expect(withLevel(mixed, 5).seats[0].player).toEqual({ type: 'person', me: true });
  });
});

describe('house rules', () => {
  it('are what differs from the preset', () => {
    const changed = withRule(firstGame(1), stalemate, 'draw');
    expect(changed.house).toEqual([{ name: 'stalemate', value: 'draw' }]);
    expect(withRule(changed, stalemate, 'out').house).toEqual([]);
  });

  it('show at once, over the values that the host said last', () => {
    const said = [
      { ...stalemate, value: 'draw' },
      { ...stalemate, name: 'tie', value: 'shared' },
    ];
    const house = [{ name: 'tie', value: 'draw' }];
    expect(agreed(said, house).map(({ value }) => value)).toEqual(['out', 'draw']);
  });

  it('go with the preset that they differed from', () => {
    const changed = withRule(firstGame(1), stalemate, 'draw');
    expect(withVariant(changed, 'solo').house).toHaveLength(1);
    expect(withVariant(changed, 'teams')).toMatchObject({ variant: 'teams', house: [] });
  });
});

describe('what is sent', () => {
  it('has names without blanks, mine from the settings', () => {
    const game = withName(allHere(firstGame(1)), 'blue', '  Johannes ');
    const { seats } = readied(game, 'Mia', [1, 2, 3]);
    expect(seats.map(({ name }) => name)).toEqual(['Mia', 'Johannes', null, null]);
  });

  it('has only levels that there are', () => {
    expect(levelOf(readied(firstGame(8), null, [1, 2, 3]))).toBe(3);
    expect(levelOf(readied(firstGame(8), null, [1, 8]))).toBe(8);
  });
});
