// What a position is worth, in words.
import { afterEach, describe, expect, it } from 'vitest';
import { chooseLanguage } from '../src/i18n';
import { evaluationOf, progressOf } from '../src/i18n/study';

afterEach(() => chooseLanguage('en'));

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

describe('the depth', () => {
  const words = (state: 'running' | 'done', locale: 'en' | 'de' | 'ru') => {
    chooseLanguage(locale);
    return progressOf({ state, depth: 18, nodes: 520_000 }, locale).replaceAll('\u00a0', ' ');
  };

  it('is in moves of single players, and the end comes by itself', () => {
    expect(words('running', 'en')).toBe('18 single moves deep · ends by itself');
    expect(words('running', 'de')).toBe('18 Einzelzüge tief · endet von selbst');
    expect(words('running', 'ru')).toBe('ходов подряд: 18 · остановится сам');
    expect(words('done', 'en')).toBe('18 single moves deep · 520K positions');
    expect(words('done', 'de')).toBe('18 Einzelzüge tief · 520.000 Stellungen');
    expect(words('done', 'ru')).toBe('ходов подряд: 18 · позиций: 520 тыс.');
  });

  it('is so too where the end is seen', () => {
    const ends = { type: 'wins' as const, plies: 5 };
    expect(evaluationOf(ends, null, 'en', false)).toBe('You win in 5 single moves');
    chooseLanguage('de');
    expect(evaluationOf(ends, 'Rot', 'de', false)).toBe('Rot gewinnt in 5 Einzelzügen');
  });
});
