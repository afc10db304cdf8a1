// What a position is worth, in words.
import { describe, expect, it } from 'vitest';
import { evaluationOf } from '../src/i18n/study';

describe('a verdict', () => {
  const among = (value: number, teams: boolean) =>
    evaluationOf({ type: 'points', value }, null, 'en', teams);
  const four = (value: number) => among(value, false);
  const twoTeams = (value: number) => among(value, true);

  it('calls the start even, though the search flatters whoever moves', () => {
    for (const value of [160, 190, 220]) expect(four(value)).toBe('About even');
    for (const value of [65, 90, 120]) expect(twoTeams(value)).toBe('About even');
  });

  it('calls a minor piece more a lead, and several a large one', () => {
    expect(four(350)).toBe('You are ahead · +3.5');
    expect(four(700)).toBe('You are far ahead · +7.0');
    expect(twoTeams(250)).toBe('You are ahead · +2.5');
    expect(twoTeams(500)).toBe('You are far ahead · +5.0');
  });

  it('does not wait as long before it says that somebody is behind', () => {
    expect(four(-90)).toBe('About even');
    expect(four(-110)).toBe('You are behind · -1.1');
    expect(four(-450)).toBe('You are far behind · -4.5');
    expect(twoTeams(-80)).toBe('You are behind · -0.8');
  });
});
