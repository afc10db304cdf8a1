// What a table of people needs of the open game: clock, undo, premoves, hints, presence.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { FakeBackend } from '../src/backend/fake';
import { VERSION, type Now, type ServerMessage } from '../src/protocol';
import { App } from '../src/stores/app.svelte';
import { clockWords } from '../src/stores/turnclock.svelte';
import { legal, moved, now, settings, view } from './fixtures';

let host: FakeBackend;
let app: App;

const happened = (event: ReturnType<typeof moved>, after: Now): ServerMessage => ({
  type: 'happened',
  game: 'g1',
  event,
  now: after,
});
const theirs = (extra: Partial<Now> = {}) => now({ turn: 'blue', legal: [], ...extra });

beforeEach(() => {
  vi.useFakeTimers();
  location.hash = '';
  host = new FakeBackend();
  app = new App(host);
  app.connection.connect();
  const levels = [1, 2, 3];
  host.say({
    type: 'welcome',
    protocol: VERSION,
    version: '0.1.0',
    settings,
    games: [],
    levels,
    problems: [],
  });
  app.game.open('g1');
  host.say({ type: 'snapshot', request: host.last('open-game')?.id ?? null, game: view() });
});

afterEach(() => vi.useRealTimers());

describe('the clock', () => {
  const clock = { limit: 30_000, left: 30_000, running: true };

  it('counts down between two messages of the host', () => {
    host.say({ type: 'clock', game: 'g1', clock });
    expect(app.game.clock.seconds).toBe(30);
    vi.advanceTimersByTime(12_000);
    expect(app.game.clock.seconds).toBe(18);
    expect(app.game.clock.share).toBeCloseTo(0.6, 1);
    expect(app.game.clock.low).toBe(false);
    vi.advanceTimersByTime(8_100);
    expect(app.game.clock.low).toBe(true);
    vi.advanceTimersByTime(60_000);
    expect(app.game.clock.seconds).toBe(0);
  });

  it('stands while the host says so', () => {
    host.say({ type: 'clock', game: 'g1', clock: { ...clock, left: 8_000, running: false } });
    vi.advanceTimersByTime(5_000);
    expect(app.game.clock.seconds).toBe(8);
    expect([app.game.clock.paused, app.game.clock.low]).toEqual([true, false]);
  });

  it('belongs to this game alone, and goes with it', () => {
    host.say({ type: 'clock', game: 'g2', clock });
    expect(app.game.clock.seconds).toBeNull();
    host.say({ type: 'clock', game: 'g1', clock });
    app.game.leave();
    expect(app.game.clock.seconds).toBeNull();
  });

  it('is read as minutes and seconds', () => {
    expect([0, 9, 60, 75].map(clockWords)).toEqual(['0:00', '0:09', '1:00', '1:15']);
  });
});

describe('taking back', () => {
  it('goes on behind numbers that are used up', () => {
    app.game.act('take-back', 'red');
    expect(host.last('take-back')?.message).toEqual({
      type: 'take-back',
      game: 'g1',
      color: 'red',
      ply: 0,
      hash: view().now.hash,
    });
    // Five events, all taken back: none is in the list, the numbers go on.
    host.say({ type: 'snapshot', request: null, game: view({ number: 6 }) });
    const next = moved(7, 'red', 'd2', 'd4', 'pawn', { ply: 1 });
    host.say(happened(next, theirs({ ply: 1 })));
    expect(app.game.timeline?.events).toEqual([next]);
  });
});

describe('a move entered before its turn', () => {
  beforeEach(() => {
    host.say(happened(moved(1, 'red', 'd2', 'd3', 'pawn'), theirs({ ply: 1 })));
    const request = host.last('ask-premoves');
    expect(request?.message).toMatchObject({ game: 'g1', color: 'red' });
    host.say({
      type: 'premoves',
      request: request?.id ?? 0,
      game: 'g1',
      color: 'red',
      ply: 1,
      moves: [{ move: 'e1f3', from: 'e1', to: 'f3', promotion: null }],
    });
    app.game.ahead.choose(app.game.ahead.offered?.[0] ?? null);
    vi.advanceTimersByTime(1000);
  });

  const turn = (moves = [legal('e1', 'f3')]) =>
    happened(moved(2, 'green', 'm7', 'k7', 'pawn'), now({ ply: 2, hash: 'h2', legal: moves }));

  it('is played when the turn comes', () => {
    host.say(turn());
    vi.advanceTimersByTime(1000);
    expect(host.last('play')?.message).toMatchObject({ ply: 2, hash: 'h2', move: 'e1f3' });
    expect(app.game.ahead.chosen).toBeNull();
  });

  it('is forgotten when it is not legal then', () => {
    host.say(turn([legal('d3', 'd4')]));
    vi.advanceTimersByTime(1000);
    expect(host.last('play')).toBeUndefined();
    expect(app.game.ahead.chosen).toBeNull();
  });

  it('can be taken back', () => {
    app.game.ahead.choose(null);
    host.say(turn());
    vi.advanceTimersByTime(1000);
    expect(host.last('play')).toBeUndefined();
  });

  it('never outlives a lost line or a snapshot', () => {
    host.lose();
    expect(app.game.ahead.chosen).toBeNull();
    app.connection.connect();
    host.say({ type: 'snapshot', request: null, game: view({ number: 2 }) });
    expect(host.last('play')).toBeUndefined();
  });

  it('is not offered to several people, nor where the settings say no', () => {
    const asked = () => host.sent.filter(({ message }) => message.type === 'ask-premoves').length;
    const before = asked();
    host.say({
      type: 'snapshot',
      request: null,
      game: view({ yours: ['red', 'yellow'], now: theirs() }),
    });
    app.preferences.change({ premove: false });
    host.say({ type: 'snapshot', request: null, game: view({ now: theirs() }) });
    expect(asked()).toBe(before);
    app.preferences.change({ premove: true });
    host.say({ type: 'snapshot', request: null, game: view({ now: theirs() }) });
    expect(asked()).toBe(before + 1);
  });
});

describe('a hint', () => {
  const line = {
    evaluation: { type: 'points' as const, value: 3 },
    steps: [
      {
        color: 'red' as const,
        piece: { color: 'red' as const, kind: 'pawn' as const, promoted: false, grey: false },
        move: legal('d2', 'd4'),
        changes: [],
      },
    ],
  };
  const answer = (request: number, done: boolean): ServerMessage => ({
    type: 'analysis',
    request,
    game: 'g1',
    number: 0,
    depth: 3,
    nodes: 100,
    lines: [line],
    dangers: [],
    done,
  });

  it('is one line for the position shown, and goes with it', () => {
    app.game.askHint();
    const asked = host.last('analyse');
    expect(asked?.message).toEqual({ type: 'analyse', game: 'g1', number: 0, lines: 1 });
    host.say(answer(asked?.id ?? 0, false));
    expect(app.game.advice.hint?.steps[0]?.move.to).toBe('d4');
    expect(app.game.advice.thinking).toBe(true);
    host.say(answer(asked?.id ?? 0, true));
    expect(app.game.advice.thinking).toBe(false);
    host.say(happened(moved(1, 'red', 'd2', 'd4', 'pawn'), theirs({ ply: 1 })));
    expect(app.game.advice.hint).toBeNull();
    host.say(answer(asked?.id ?? 0, true));
    expect(app.game.advice.hint).toBeNull();
  });

  it('stops the engine when it is not waited for', () => {
    app.game.askHint();
    app.game.advice.clear();
    expect(host.last('stop-analysis')).toBeDefined();
  });
});

describe('presence', () => {
  const told = () =>
    host.sent.flatMap(({ message }) => (message.type === 'away' ? [message.away] : []));

  it('is told when the device is on its way, and once', () => {
    app.presence.pass(true);
    app.presence.pass(true);
    app.presence.pass(false);
    expect(told()).toEqual([true, false]);
  });

  it('is told again on a new line', () => {
    app.presence.pass(true);
    host.lose();
    app.connection.connect();
    host.say({
      type: 'welcome',
      protocol: VERSION,
      version: '0.1.0',
      settings,
      games: [],
      levels: [1],
      problems: [],
    });
    expect(told()).toEqual([true, true]);
  });
});
