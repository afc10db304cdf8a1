// The catalogues: complete, with each language's plurals; and the check that says so can fail.
import { afterEach, describe, expect, it } from 'vitest';
import comments from '../messages/comments.json';
import de from '../messages/de.json';
import en from '../messages/en.json';
import ru from '../messages/ru.json';
import { problemsOf } from '../scripts/messages.js';
import { chooseLanguage, m } from '../src/i18n';
import { preferred } from '../src/i18n/locale.svelte';
import { actionOf, ago, announce, checksOf, nameOf, wordsOf } from '../src/i18n/sentences';
import { fateAndRound, fateOf, momentsOf, sharesOf } from '../src/i18n/ending';
import { legal, moved, placed, seats } from './fixtures';

const cast = { seats, yours: ['red' as const] };

afterEach(() => chooseLanguage('en'));

describe('the check', () => {
  const all = { en, de, ru };

  it('finds nothing to complain about', () => {
    expect(problemsOf(all, comments)).toEqual([]);
  });

  it('finds a missing message, a missing plural form, another input, a missing comment', () => {
    const { back, ...rest } = ru;
    expect(back).toBe('Назад');
    expect(problemsOf({ en, de, ru: rest }, comments)).toEqual(['ru: back is missing']);
    const points = [{ ...ru.points[0], match: { 'form=one': '{count}', 'form=other': '{count}' } }];
    const bad = { ...ru, points } as unknown as typeof ru;
    expect(problemsOf({ en, de, ru: bad }, comments)).toEqual([
      'ru: points has no plural form "few"',
      'ru: points has no plural form "many"',
    ]);
    expect(problemsOf({ en, de: { ...de, plus: '+{count}' }, ru }, comments)).toEqual([
      'de: plus has other inputs than in en',
    ]);
    expect(problemsOf(all, { ...comments, plus: '' })).toEqual([
      'plus: no comment for translators',
    ]);
  });
});

describe('languages', () => {
  it('follow the choice at once', () => {
    chooseLanguage('de');
    expect(m.turn_yours()).toBe('Du bist am Zug');
    chooseLanguage('ru');
    expect(m.turn_yours()).toBe('Ваш ход');
  });

  it('are the first of the system that we speak', () => {
    expect(preferred(['fr-FR', 'de-AT', 'en'])).toBe('de');
    expect(preferred(['ja'])).toBe('en');
  });

  it('have their own plurals', () => {
    const points = (n: number) => m.points({ count: n });
    expect([1, 2].map(points)).toEqual(['1 point', '2 points']);
    chooseLanguage('de');
    expect([1, 5].map(points)).toEqual(['1 Punkt', '5 Punkte']);
    chooseLanguage('ru');
    expect([1, 3, 5, 11, 21, 22].map(points)).toEqual([
      '1 очко',
      '3 очка',
      '5 очков',
      '11 очков',
      '21 очко',
      '22 очка',
    ]);
  });
});

describe('sentences', () => {
  const taking = moved(5, 'blue', 'e5', 'k5', 'queen');
  const event = {
    ...taking,
    action: {
      ...taking.action,
      captured: [placed('k5', 'green', 'rook')],
      givesCheck: ['red' as const],
    },
    awards: [
      {
        color: 'blue' as const,
        points: 5,
        reason: {
          type: 'capture' as const,
          kind: 'rook' as const,
          from: 'green' as const,
          promoted: false,
        },
        square: 'k5',
      },
    ],
  } as typeof taking;

  it('say what was done', () => {
    chooseLanguage('en');
    expect(actionOf(event)).toBe('Queen takes rook k5');
    expect(checksOf(event, cast)).toBe('Check to you');
    expect(announce(event, cast)).toBe('Blue: Queen takes rook k5, plus 5 points, Check to you');
    chooseLanguage('ru');
    expect(actionOf(event)).toBe('Ферзь бьёт ладью k5');
    chooseLanguage('de');
    expect(actionOf(moved(1, 'red', 'd2', 'd4', 'pawn'))).toBe('Bauer d2 – d4');
  });

  it('say all that a move will do', () => {
    chooseLanguage('en');
    const pawn = { ...legal('d10', 'd11'), kind: 'pawn' as const };
    expect(wordsOf({ ...pawn, promotion: 'queen' })).toBe('Pawn d10 – d11, becomes queen');
    const captures = [placed('e10', 'blue', 'pawn'), placed('d11', 'green', 'knight')];
    expect(wordsOf({ ...pawn, captures })).toBe('Pawn takes pawn and knight, to d11');
  });

  it('call players by name, by "you", by colour', () => {
    chooseLanguage('en');
    expect(nameOf(cast, 'red')).toBe('You');
    expect(nameOf(cast, 'green')).toBe('Green');
    const named = { ...cast, seats: seats.map((seat) => ({ ...seat, name: 'Mia' })) };
    expect(nameOf(named, 'red')).toBe('Mia');
  });

  it('explain points and fates at the end', () => {
    chooseLanguage('en');
    const mate = {
      ...moved(6, 'blue', 'k5', 'k6', 'queen'),
      awards: [
        {
          color: 'blue' as const,
          points: 20,
          reason: { type: 'checkmate' as const, of: 'red' as const },
          square: 'h1',
        },
      ],
      statuses: [{ color: 'red' as const, status: 'mated' as const }],
    };
    const events = [event, mate];
    expect(sharesOf(events, 'blue').map((share) => share.words)).toEqual([
      'Checkmate 20',
      'Pieces 5',
    ]);
    expect(fateOf(events, 'red', 'mated', cast)).toBe('checkmated by Blue');
    expect(fateOf(events, 'green', 'in', cast)).toBe('still in');
    expect(fateAndRound(events, 'red', 'mated', cast)).toBe('checkmated by Blue, round 2');
    expect(fateAndRound(events, 'green', 'in', cast)).toBe('still in');
    // The mate decided, the capture of a rook did not.
    expect(momentsOf(events)).toEqual([{ event: mate, points: 20 }]);
  });

  it('tell when a game was played', () => {
    chooseLanguage('en');
    const then = Date.UTC(2025, 10, 12, 12);
    expect(ago(then, then + 20_000, 'en')).toBe('just now');
    expect(ago(then, then + 5 * 60_000, 'en')).toBe('5 minutes ago');
    expect(ago(then, then + 26 * 3_600_000, 'en')).toBe('yesterday');
    expect(ago(then, then + 30 * 86_400_000, 'en')).toBe('November 12');
  });
});
