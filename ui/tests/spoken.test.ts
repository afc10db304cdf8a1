// What a screen reader is told, in the language of the screens.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { chooseLanguage } from '../src/i18n';
import { matters, sentencesOf, turnOf } from '../src/i18n/spoken';
import type { Color, Event } from '../src/protocol';
import { moved, placed, seats } from './fixtures';

const cast = { seats, yours: ['red'] as readonly Color[] };

/** Blue's queen takes a rook on e5, for 5 points, and checks Red. */
function strike(owner: Color, checked: Color[]): Event {
  const event = moved(4, 'blue', 'a5', 'e5', 'queen', {
    awards: [
      {
        color: 'blue',
        points: 5,
        reason: { type: 'capture', kind: 'rook', from: owner, promoted: false },
        square: 'e5',
      },
    ],
  });
  if (event.action.type === 'move') {
    event.action.captured = [placed('e5', owner, 'rook')];
    event.action.givesCheck = checked;
  }
  return event;
}

beforeEach(() => chooseLanguage('en'));
afterEach(() => chooseLanguage(null));

describe('what is read out', () => {
  it('is who did what, for how much, and to whom it is check', () => {
    expect(sentencesOf(strike('yellow', ['green']), cast, 'all')).toEqual([
      'Blue: Queen takes rook e5, plus 5 points, Check to Green',
    ]);
    chooseLanguage('de');
    expect(sentencesOf(strike('yellow', ['red']), cast, 'all')[0]).toMatch(
      /^Blau: Dame schlägt Turm e5/,
    );
    chooseLanguage('ru');
    expect(sentencesOf(strike('yellow', ['red']), cast, 'all')[0]).toMatch(
      /^Синий: Ферзь бьёт ладью e5/,
    );
  });

  it('may be what matters alone', () => {
    const quiet = moved(5, 'yellow', 'g13', 'g11', 'pawn');
    expect(sentencesOf(quiet, cast, 'important')).toEqual([]);
    expect(matters(strike('yellow', []), cast.yours)).toBe(false);
    expect(matters(strike('red', []), cast.yours)).toBe(true);
    expect(matters(strike('yellow', ['red']), cast.yours)).toBe(true);
    expect(matters(moved(6, 'green', 'm7', 'l7', 'pawn', mated()), cast.yours)).toBe(true);
  });

  it('tells the end and who won', () => {
    const end = moved(9, 'red', 'd2', 'd4', 'pawn', {
      result: { reason: 'last-player', places: [1, 4, 1, 3] },
    });
    expect(sentencesOf(end, cast, 'important')[1]).toBe('The game is over. Won by: You, Yellow');
  });

  it('tells whose turn it is, by name where several sit here', () => {
    expect(turnOf('red', cast)).toBe('Your turn');
    expect(turnOf('blue', { seats, yours: ['red', 'blue'] })).toBe('Blue to move');
  });
});

function mated(): Partial<Event> {
  return { statuses: [{ color: 'blue', status: 'mated' }] };
}
