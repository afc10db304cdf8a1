// Codes, links and their addresses; dates for calendars.
import { describe, expect, it } from 'vitest';
import { calendarOf, fromField, nextEvening, toField } from '../src/stores/calendar';
import { fromHash, roomOf, toHash } from '../src/stores/address';
import {
  appLinkTo,
  codeIn,
  invitationIn,
  linkTo,
  relayAddress,
  roomOfGame,
  shownCode,
} from '../src/stores/roomcode';

describe('a code', () => {
  it('is shown in two halves', () => expect(shownCode('BCDFGH')).toBe('BCD-FGH'));

  it('is read whatever people do to it', () => {
    for (const text of ['BCDFGH', 'bcd-fgh', ' BCD FGH\n', 'B C D – F G H']) {
      expect(codeIn(text), text).toBe('BCDFGH');
    }
  });

  it('has six symbols and no look-alikes', () => {
    for (const text of ['BCDFG', 'BCDFGHJ', 'BCDFGO', 'BCDFG1', '']) {
      expect(codeIn(text), text).toBeNull();
    }
  });

  it('is the first half of the ids of its games', () => {
    expect(roomOfGame('BCDFGH-12')).toBe('BCDFGH');
    expect(roomOfGame('0123456789abcdef0123456789abcdef')).toBeNull();
    expect(roomOfGame('BCDFGH')).toBeNull();
  });
});

describe('a link', () => {
  const link = linkTo('https://play.example/', 'BCDFGH', 'se-cr_et');

  it('carries the secret in its fragment', () => {
    expect(link).toBe('https://play.example/#room=BCDFGH.se-cr_et');
    expect(new URL(link).search).toBe('');
  });

  it('says which relay, code and secret', () => {
    const invited = { relay: 'https://play.example', code: 'BCDFGH', secret: 'se-cr_et' };
    expect(invitationIn(link)).toEqual(invited);
    expect(invitationIn(`Come and play: ${link} at seven`)).toEqual(invited);
    const inApp = appLinkTo('https://play.example', 'BCDFGH', 'se-cr_et');
    expect(inApp).toBe('vierschach://play.example/#room=BCDFGH.se-cr_et');
    expect(invitationIn(inApp)).toEqual(invited);
  });

  it('of a device in the same network is plain http', () => {
    expect(invitationIn('vierschach://192.168.1.7:7460/#room=BCDFGH.x')?.relay).toBe(
      'http://192.168.1.7:7460',
    );
  });

  it('of something else invites nobody', () => {
    for (const text of ['https://play.example/', 'https://play.example/#room=BAD', 'hello']) {
      expect(invitationIn(text), text).toBeNull();
    }
  });

  it('opens the guest page, whose address keeps what it needs', () => {
    const screen = fromHash('#room=BCDFGH.se-cr_et');
    expect(screen).toEqual({ name: 'guest', relay: null, code: 'BCDFGH', secret: 'se-cr_et' });
    const inApp = { ...screen, relay: 'http://192.168.1.7:7460' } as typeof screen;
    expect(fromHash(toHash(inApp))).toEqual(inApp);
  });
});

describe('a damaged link', () => {
  it('is as good as its code, where that is whole', () => {
    for (const rest of ['', '.', '.cut', '.!#', '.x@', `.${'x'.repeat(200)}`]) {
      const screen = fromHash(`#room=BCDFGH${rest}`);
      expect(screen, rest).toMatchObject({ name: 'guest', code: 'BCDFGH' });
    }
    expect(fromHash('#room%3DBCDFGH.secret')).toMatchObject({ code: 'BCDFGH', secret: 'secret' });
  });

  it('leads to the keypad, which says so', () => {
    for (const hash of [
      '#room=',
      '#room=BCD',
      '#room=BCDFGO.secret',
      '#room',
      '#room%3',
      '#room=%',
    ]) {
      expect(fromHash(hash), hash).toEqual({ name: 'join', damaged: true });
    }
    expect(fromHash('#rooms')).toEqual({ name: 'home' });
    for (const damaged of [true, false]) {
      expect(fromHash(toHash({ name: 'join', damaged }))).toEqual({ name: 'join', damaged });
    }
  });
});

it('an address of a relay is a scheme and a host', () => {
  expect(relayAddress(' play.example ')).toBe('https://play.example');
  expect(relayAddress('https://play.example/path#x')).toBe('https://play.example');
  expect(relayAddress('192.168.1.7:7460')).toBe('http://192.168.1.7:7460');
  for (const bad of ['', 'ftp://play.example', 'https://name:word@play.example', 'two words']) {
    expect(relayAddress(bad), bad).toBeNull();
  }
});

it('screens of a room are told from those of a game of the device', () => {
  expect(roomOf(fromHash('#/room/BCDFGH'))).toBe('BCDFGH');
  expect(roomOf(fromHash('#/replay/BCDFGH-2'))).toBe('BCDFGH');
  expect(roomOf(fromHash('#/game/0123456789abcdef0123456789abcdef'))).toBeNull();
  expect(fromHash('#/room/nonsense')).toEqual({ name: 'home' });
});

describe('a date', () => {
  const at = Date.UTC(2026, 10, 30, 18, 0);
  const meeting = {
    title: 'Schach; zu viert, „Raum“',
    link: `https://play.example/#room=BCDFGH.${'x'.repeat(60)}`,
    at,
    id: 'BCDFGH@vierschach',
  };

  it('becomes a calendar file that others can read', () => {
    const text = calendarOf(meeting, at - 1000);
    const lines = text.split('\r\n');
    expect(lines.at(-1)).toBe('');
    for (const line of lines) expect(new TextEncoder().encode(line).length).toBeLessThanOrEqual(75);
    const unfolded = text.replaceAll('\r\n ', '');
    expect(unfolded).toContain('DTSTART:20261130T180000Z\r\n');
    expect(unfolded).toContain('DTEND:20261130T190000Z\r\n');
    expect(unfolded).toContain('SUMMARY:Schach\\; zu viert\\, „Raum“\r\n');
    expect(unfolded).toContain(`URL:${meeting.link}\r\n`);
  });

  it('goes through the field for a day and a time and comes back', () => {
    expect(fromField(toField(at))).toBe(at);
    expect(fromField('')).toBeNull();
    const evening = new Date(nextEvening(at));
    expect(evening.getHours()).toBe(19);
    expect(evening.getTime()).toBeGreaterThan(at);
  });
});
