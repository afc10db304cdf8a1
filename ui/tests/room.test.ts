// A room: coming in, coming back, being sent out, what is said, and its game.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { FakeBackend } from '../src/backend/fake';
import { goneWords } from '../src/i18n/rooms';
import { VERSION, type RoomView, type ServerMessage } from '../src/protocol';
import { App } from '../src/stores/app.svelte';
import { readKept } from '../src/stores/keptrooms.svelte';
import { absenceAt, hearersOf, ownAbsence } from '../src/stores/roomview';
import { POINTED_MS, SAID_MS } from '../src/stores/talk.svelte';
import { moved, now, seats, settings, view as gameView } from './fixtures';
import { CODE, room, seat } from './rooms';

const GAME = `${CODE}-1`;

const roomGame = () =>
  gameView({
    id: GAME,
    seats: seats.map((one) => ({ ...one, player: { type: 'person', me: one.color === 'blue' } })),
    yours: ['blue'],
  });

let lines: FakeBackend[];
let relays: (string | null)[];
let app: App;

/** The line that the room has now. */
function line(): FakeBackend {
  const newest = lines.at(-1);
  if (!newest) throw new Error('no line');
  return newest;
}

function enter(extra: Partial<RoomView> = {}): void {
  line().say({
    type: 'room-entered',
    request: line().last('enter-room')?.id ?? 0,
    token: 'tok',
    secret: 'sec',
    levels: [1, 2],
    room: room(extra),
  });
}

function join(): void {
  app.room.enter(null, { type: 'join', code: CODE, secret: 'sec', name: 'Ben', watch: false });
}

const refuse = (code: string, request: number | null): ServerMessage =>
  ({ type: 'refused', request, game: null, code, params: {} }) as ServerMessage;

beforeEach(() => {
  vi.useFakeTimers();
  localStorage.clear();
  location.hash = '';
  lines = [];
  relays = [];
  const host = new FakeBackend();
  app = new App(host, undefined, (relay) => {
    relays.push(relay);
    lines.push(new FakeBackend());
    return line();
  });
  app.connection.connect();
  host.say({
    type: 'welcome',
    protocol: VERSION,
    version: '0',
    settings,
    games: [],
    levels: [1, 2],
    problems: [],
  });
});

afterEach(() => vi.useRealTimers());

describe('coming in', () => {
  it('says who, and lands in the room, on a free seat', () => {
    join();
    expect(line().sent[0]?.message).toEqual({
      type: 'enter-room',
      protocol: VERSION,
      entrance: { type: 'join', code: CODE, secret: 'sec', name: 'Ben', watch: false },
    });
    enter();
    expect(app.router.screen).toEqual({ name: 'room', code: CODE });
    expect(app.room.ready).toBe(true);
    expect(line().last('room')?.message).toEqual({
      type: 'room',
      act: { type: 'sit', color: 'blue', name: null },
    });
  });

  it('takes no seat from who only watches', () => {
    app.room.enter(null, { type: 'join', code: CODE, secret: null, name: 'Ben', watch: true });
    enter({ you: 7, watchers: 1 });
    expect(line().last('room')).toBeUndefined();
  });

  it('fails with the reason, and may be tried again', () => {
    join();
    line().say(refuse('no-such-room', line().last('enter-room')?.id ?? null));
    expect(app.room.refused?.code).toBe('no-such-room');
    expect(app.room.entering).toBe(false);
    expect(lines[0]?.closed).toBe(true);
    join();
    expect(lines).toHaveLength(2);
    enter();
    expect(app.room.refused).toBeNull();
  });

  it('is not tried again behind the back of who has put the phone away', () => {
    join();
    line().lose(Date.now() + 500);
    expect(app.room.refused?.code).toBe('offline');
    expect(line().closed).toBe(true);
  });

  it('happens once, however often the button is tapped', () => {
    join();
    join();
    expect(lines).toHaveLength(1);
  });
});

describe('coming back', () => {
  it('is offered by what the device keeps, and by the token alone', () => {
    join();
    enter();
    expect(app.room.kept.find(CODE)).toMatchObject({ token: 'tok', name: 'Ben', relay: null });
    app.room.rest();
    expect(app.room.comeBack(CODE)).toBe(true);
    expect(line().last('enter-room')?.message).toMatchObject({
      entrance: { type: 'return', code: CODE, token: 'tok', since: null },
    });
    expect(app.room.comeBack('ZZZZZZ')).toBe(false);
  });

  it('is offered by the name that one has there now', () => {
    join();
    enter();
    const [ann, ben] = room().members;
    if (!ann || !ben) throw new Error('a room of two');
    line().say({
      type: 'room',
      room: room({ members: [ann, { ...ben, name: 'Benno' }] }),
      news: [],
    });
    expect(app.room.kept.find(CODE)?.name).toBe('Benno');
  });

  it('is not offered where one gave up the seat; the relay is told', () => {
    join();
    enter();
    app.room.rest();
    app.room.giveUp(CODE);
    expect(app.room.kept.find(CODE)).toBeNull();
    expect(line().last('enter-room')?.message).toMatchObject({
      entrance: { type: 'return', code: CODE, token: 'tok' },
    });
    enter();
    expect(line().last('room')?.message).toMatchObject({ act: { type: 'leave' } });
  });

  it('asks only for what is missing in the game after a lost line', () => {
    join();
    enter({ game: GAME, playing: true });
    line().say({ type: 'snapshot', request: null, game: roomGame() });
    line().say({
      type: 'happened',
      game: GAME,
      event: moved(1, 'red', 'd2', 'd4', 'pawn'),
      now: now({ ply: 1, turn: 'blue' }),
    });
    line().lose(Date.now() + 500);
    expect(app.room.ready).toBe(false);
    app.room.connect();
    expect(line().last('enter-room')?.message).toMatchObject({
      entrance: { type: 'return', token: 'tok', since: { game: GAME, number: 1 } },
    });
  });

  it('is forgotten when the seat is gone, and said', () => {
    join();
    enter();
    app.room.rest();
    app.room.comeBack(CODE);
    line().say(refuse('bad-token', line().last('enter-room')?.id ?? null));
    expect(app.room.over).toBe('bad-token');
    expect(app.room.kept.find(CODE)).toBeNull();
  });

  it.each(['internal', 'not-saved', 'too-many-rooms', 'too-many-guesses'])(
    'is tried again by itself after a fault that passes: %s',
    (code) => {
      join();
      enter();
      line().lose(Date.now() + 500);
      app.room.connect();
      line().say(refuse(code, line().last('enter-room')?.id ?? null));
      expect(app.room.over).toBeNull();
      expect(app.room.link).toBe('lost');
      expect([line().delays, line().closed]).toEqual([1, false]);
      app.room.connect();
      enter();
      expect(app.room.ready).toBe(true);
    },
  );

  it('is not tried again when the relay can no longer read it', () => {
    join();
    enter();
    app.room.rest();
    app.room.comeBack(CODE);
    line().say(refuse('room-damaged', line().last('enter-room')?.id ?? null));
    expect(app.room.over).toBe('room-damaged');
    expect([line().delays, line().closed]).toEqual([0, true]);
  });

  it('is tried again when the relay did not hear who came', () => {
    join();
    enter();
    line().lose(Date.now() + 500);
    app.room.connect();
    line().say(refuse('no-hello', null));
    expect([app.room.over, line().delays]).toEqual([null, 1]);
  });

  it('keeps nothing of a storage that is no list of rooms, or too old', () => {
    const good = { relay: null, code: CODE, token: 't', name: 'Ben', at: 1000 };
    const stored = [good, { ...good, code: 'nonsense' }, { ...good, token: 3 }, null, 'x'];
    expect(readKept(JSON.stringify(stored), 2000)).toEqual([good]);
    expect(readKept('{', 2000)).toEqual([]);
    expect(readKept(JSON.stringify([good]), 1000 + 31 * 86_400_000)).toEqual([]);
  });
});

describe('being in it', () => {
  beforeEach(() => {
    join();
    enter();
  });

  it('ends for who is sent out', () => {
    line().say(refuse('kicked', null));
    expect(app.room.over).toBe('kicked');
    expect(app.room.kept.find(CODE)).toBeNull();
    expect(line().closed).toBe(true);
  });

  it('goes to another screen, and can be taken back', () => {
    line().say({ type: 'replaced' });
    expect(app.room.replaced).toBe(true);
    expect(app.room.ready).toBe(false);
    app.room.connect();
    expect(app.room.replaced).toBe(false);
    expect(line().last('enter-room')?.message).toMatchObject({ entrance: { type: 'return' } });
  });

  it('ends for good by leaving', () => {
    app.room.leave();
    expect(line().last('room')?.message).toEqual({ type: 'room', act: { type: 'leave' } });
    expect(app.notices.current).toBeNull();
    expect(app.room.kept.list).toEqual([]);
    expect(app.room.view).toBeNull();
  });

  it('tells the relay later when it could not hear that one leaves', () => {
    line().lose(Date.now() + 500);
    app.room.leave();
    expect(lines[0]?.closed).toBe(true);
    expect(lines[0]?.last('room')?.message).not.toMatchObject({ act: { type: 'leave' } });
    expect(app.notices.current?.code).toBe('leave-later');
    expect(app.room.kept.list).toEqual([]);
    expect(app.room.comeBack(CODE)).toBe(false);

    // A line of its own says it, as often as it takes.
    expect(lines).toHaveLength(2);
    line().say(refuse('internal', 1));
    expect(line().delays).toBe(1);
    line().connect();
    expect(line().last('enter-room')?.message).toMatchObject({
      entrance: { type: 'return', code: CODE, token: 'tok' },
    });
    expect(app.room.kept.leaving).toHaveLength(1);
    enter();
    expect(line().last('room')?.message).toEqual({ type: 'room', act: { type: 'leave' } });
    expect(line().closed).toBe(false);
    // The relay ends the line; that it knows nobody by the token any more says that it was done.
    line().lose(Date.now() + 500);
    line().connect();
    line().say(refuse('bad-token', line().last('enter-room')?.id ?? null));
    expect(line().closed).toBe(true);
    expect(app.room.kept.leaving).toEqual([]);
    expect(app.room.view).toBeNull();
  });

  it('lets another room have the line while it leaves', () => {
    line().lose(null);
    app.room.leave();
    app.room.enter(null, { type: 'join', code: 'CCCCCC', secret: null, name: 'Ben', watch: false });
    expect(lines.map(({ closed }) => closed)).toEqual([true, true, false]);
    enter({ code: 'CCCCCC' });
    app.room.rest();
    expect(line().last('enter-room')?.message).toMatchObject({
      entrance: { type: 'return', code: CODE },
    });
    line().say(refuse('no-such-room', 1));
    expect(app.room.kept.leaving).toEqual([]);
    expect(app.room.kept.list.map(({ code }) => code)).toEqual(['CCCCCC']);
  });

  it('goes on in the same seat for who joins again before the relay has heard', () => {
    line().lose(null);
    app.room.leave();
    join();
    expect(line().last('enter-room')?.message).toMatchObject({
      entrance: { type: 'return', code: CODE, token: 'tok' },
    });
    enter();
    expect(app.router.screen).toEqual({ name: 'room', code: CODE });
    expect(app.room.kept.leaving).toEqual([]);
    expect(app.room.kept.list).toHaveLength(1);
  });

  it('shows refusals of what one did', () => {
    app.room.act({ type: 'sit', color: 'red', name: null });
    line().say(refuse('seat-taken', line().last('room')?.id ?? null));
    expect(app.notices.current?.code).toBe('seat-taken');
    expect(app.room.ready).toBe(true);
  });
});

describe('what is said', () => {
  beforeEach(() => {
    join();
    enter();
  });

  it('stays for a while, the newest of each', () => {
    line().say({ type: 'said', from: 1, phrase: { type: 'thanks' } });
    line().say({ type: 'said', from: 1, phrase: { type: 'wait' } });
    line().say({ type: 'pointed', from: 1, square: 'd4' });
    expect(app.room.talk.said.map(({ phrase }) => phrase.type)).toEqual(['wait']);
    expect(app.room.talk.pointed.map(({ square }) => square)).toEqual(['d4']);
    vi.advanceTimersByTime(Math.max(SAID_MS, POINTED_MS));
    expect(app.room.talk.said).toEqual([]);
    expect(app.room.talk.pointed).toEqual([]);
  });

  it('is nothing of whom this page has muted', () => {
    line().say({ type: 'said', from: 1, phrase: { type: 'thanks' } });
    app.room.talk.mute(1, true);
    expect(app.room.talk.said).toEqual([]);
    line().say({ type: 'said', from: 1, phrase: { type: 'thanks' } });
    line().say({ type: 'pointed', from: 1, square: 'd4' });
    expect([app.room.talk.said, app.room.talk.pointed]).toEqual([[], []]);
    app.room.talk.mute(1, false);
    line().say({ type: 'said', from: 1, phrase: { type: 'thanks' } });
    expect(app.room.talk.said).toHaveLength(1);
  });
});

describe("the room's game", () => {
  beforeEach(() => {
    join();
    enter();
  });

  it('is the one on the screen, whichever word of it comes first', () => {
    line().say({ type: 'snapshot', request: null, game: roomGame() });
    expect(app.game).toBe(app.room.game);
    expect(app.game.timeline?.game.id).toBe(GAME);
    line().say({ type: 'room', room: room({ game: GAME, playing: true }), news: [] });
    expect(app.game.timeline?.game.id).toBe(GAME);
  });

  it('is played over the line of the room', () => {
    line().say({ type: 'room', room: room({ game: GAME, playing: true }), news: [] });
    const turn = now({ turn: 'blue' });
    line().say({ type: 'snapshot', request: null, game: { ...roomGame(), now: turn } });
    const [move] = app.game.legal;
    if (!move) throw new Error('no move');
    app.game.play(move);
    expect(line().last('play')?.message).toMatchObject({ game: GAME, move: move.move });
  });

  it('forgets a move that the broken line swallowed', () => {
    line().say({ type: 'room', room: room({ game: GAME, playing: true }), news: [] });
    line().say({
      type: 'snapshot',
      request: null,
      game: { ...roomGame(), now: now({ turn: 'blue' }) },
    });
    const [move] = app.game.legal;
    if (move) app.game.play(move);
    const sent = line().sent.length;
    line().lose(Date.now() + 500);
    expect(app.game.pending).toBeNull();
    app.room.connect();
    expect(
      line()
        .sent.slice(sent)
        .map(({ message }) => message.type),
    ).toEqual(['enter-room']);
  });

  it('gives nobody the seat of somebody else who is back', () => {
    line().say({ type: 'room', room: room({ game: GAME, playing: true }), news: [] });
    line().say({ type: 'snapshot', request: null, game: roomGame() });
    const back = moved(1, 'red', 'd2', 'd4', 'pawn', {
      action: { type: 'seat', player: { type: 'person', me: false } },
      changes: [],
    });
    line().say({ type: 'happened', game: GAME, event: back, now: now() });
    vi.runOnlyPendingTimers();
    expect(app.game.timeline?.game.yours).toEqual(['blue']);
  });

  it('is put away when the room goes back to its lobby', () => {
    line().say({ type: 'room', room: room({ game: GAME, playing: true }), news: [] });
    line().say({ type: 'snapshot', request: null, game: roomGame() });
    line().say({ type: 'room', room: room({ game: null, games: 1 }), news: [] });
    expect(app.room.game.timeline).toBeNull();
    expect(line().last('leave-game')).toBeUndefined();
  });
});

describe('a person who is gone', () => {
  const gone = (extra: Partial<RoomView['seats'][number]>): RoomView =>
    room({
      members: [{ id: 1, name: 'Ann', here: false, ready: true }],
      seats: [
        { ...seat('red', { type: 'member', member: 1 }), ...extra },
        ...room().seats.slice(1),
      ] as RoomView['seats'],
    });

  it('is waited for while the grace runs', () => {
    expect(absenceAt(gone({ grace: { left: 5000, running: true } }), 'red', 1000)).toEqual({
      standIn: false,
      until: 6000,
      left: 5000,
    });
    expect(absenceAt(gone({ grace: { left: 5000, running: false } }), 'red', 1000)).toEqual({
      standIn: false,
      until: null,
      left: 5000,
    });
  });

  it('has a CPU in the seat afterwards', () => {
    expect(absenceAt(gone({ standIn: true }), 'red', 0)?.standIn).toBe(true);
    expect(absenceAt(room(), 'red', 0)).toBeNull();
  });

  it('is told in words what is left when leaving, and other words when nothing is', () => {
    const mine = (left: number) =>
      room({
        playing: true,
        seats: [
          ...room().seats.slice(0, 1),
          { ...seat('blue', { type: 'member', member: 2 }), grace: { left, running: false } },
          ...room().seats.slice(2),
        ] as RoomView['seats'],
      });
    expect(goneWords(mine(7000))).toContain('the others wait 7 more seconds');
    expect(goneWords(mine(0))).toContain('The others wait no longer');
    expect(goneWords(room())).toBe('You can come back and watch at any time.');
  });

  it('knows what is left to themselves while their line is lost', () => {
    const mine = room({
      seats: [
        seat('red', { type: 'member', member: 1 }),
        { ...seat('blue', { type: 'member', member: 2 }), grace: { left: 7000, running: false } },
        seat('yellow', { type: 'free' }),
        seat('green', { type: 'free' }),
      ],
    });
    expect(ownAbsence(mine, 'blue', 1000)).toMatchObject({ until: 8000 });
    expect(ownAbsence(mine, 'red', 1000)).toMatchObject({ until: null, left: 7000 });
    expect(ownAbsence({ ...mine, you: 9 }, 'red', 1000)).toBeNull();
  });
});

describe('who hears what one says', () => {
  const game = gameView({
    seats: seats.map((one) => ({ ...one, partner: one.color === 'red' ? 'yellow' : 'red' })),
  });
  const held = (yellow: RoomView['seats'][number]['holder'], extra: Partial<RoomView> = {}) =>
    room({
      you: 1,
      talk: 'partners',
      seats: [
        seat('red', { type: 'member', member: 1 }),
        seat('blue', { type: 'free' }),
        seat('yellow', yellow),
        seat('green', { type: 'free' }),
      ],
      ...extra,
    });
  const why = (view: RoomView) => {
    const hearers = hearersOf(view, game);
    return hearers.whom === 'nobody' ? hearers.why : hearers.whom;
  };

  it('is everybody, or the partner where that is a person', () => {
    expect(why(held({ type: 'free' }, { talk: 'everybody' }))).toBe('everybody');
    expect(hearersOf(held({ type: 'member', member: 2 }), game)).toEqual({
      whom: 'partners',
      partners: ['yellow'],
    });
  });

  it('is nobody, for a reason that can be said', () => {
    expect(why(held({ type: 'cpu', level: 1 }))).toBe('computer');
    expect(why(held({ type: 'member', member: 1 }))).toBe('computer');
    expect(why(held({ type: 'free' }, { talk: 'nobody' }))).toBe('solo');
    expect(why(held({ type: 'free' }, { talk: 'nobody', you: 2 }))).toBe('standing');
    expect(why(held({ type: 'free' }, { talk: 'nobody', you: 9 }))).toBe('watching');
  });
});
