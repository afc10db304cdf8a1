// The open game: order, gaps, refusals, pace.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { FakeBackend } from '../src/backend/fake';
import { VERSION, type ServerMessage } from '../src/protocol';
import { App } from '../src/stores/app.svelte';
import { SPACING } from '../src/stores/game.svelte';
import { alone, firstGame } from '../src/stores/newgame';
import { legal, moved, now, settings, view } from './fixtures';

let host: FakeBackend;
let app: App;

const happened = (event: ReturnType<typeof moved>, after = now()): ServerMessage => ({
  type: 'happened',
  game: 'g1',
  event,
  now: after,
});

const welcome = (): ServerMessage => ({
  type: 'welcome',
  protocol: VERSION,
  version: '0.1.0',
  settings,
  games: [],
  levels: [1, 2, 3],
  problems: [],
});

beforeEach(() => {
  vi.useFakeTimers();
  location.hash = '';
  host = new FakeBackend();
  app = new App(host);
  app.connection.connect();
  host.say(welcome());
  app.game.open('g1');
  host.say({ type: 'snapshot', request: host.last('open-game')?.id ?? null, game: view() });
});

afterEach(() => vi.useRealTimers());

describe('the line', () => {
  it('begins with hello', () => {
    expect(host.sent[0]?.message).toEqual({ type: 'hello', protocol: VERSION });
  });

  it('asks only for what is missing after it was lost', () => {
    host.say(happened(moved(1, 'red', 'd2', 'd4', 'pawn'), now({ ply: 1, turn: 'blue' })));
    host.lose();
    expect(app.connection.link).toBe('lost');
    app.connection.connect();
    host.say(welcome());
    expect(host.last('open-game')?.message).toEqual({ type: 'open-game', game: 'g1', since: 1 });
  });

  it('drops a move that was under way when it was lost', () => {
    app.game.play(legal('d2', 'd4'));
    host.lose();
    expect(app.game.pending).toBeNull();
    expect(app.game.board.has('d2')).toBe(true);
    expect(host.sent.filter(({ message }) => message.type === 'play')).toHaveLength(1);
  });

  it('notices another version', () => {
    host.say({ type: 'refused', request: 1, game: null, code: 'version', params: {} });
    expect(app.connection.mismatch).toBe(true);
  });
});

describe('events', () => {
  it('are shown in order, with room between two moves', () => {
    host.say(happened(moved(1, 'blue', 'b7', 'd7', 'pawn'), now({ ply: 1 })));
    host.say(happened(moved(2, 'yellow', 'g13', 'g11', 'pawn'), now({ ply: 2 })));
    expect(app.game.timeline?.now.ply).toBe(1);
    expect(app.game.legal).toEqual([]);
    vi.advanceTimersByTime(SPACING.watch - 20);
    expect(app.game.timeline?.now.ply).toBe(1);
    vi.advanceTimersByTime(40);
    expect(app.game.timeline?.now.ply).toBe(2);
    expect(app.game.board.has('g11')).toBe(true);
    expect(app.game.legal).toHaveLength(4);
  });

  it('are shown at once when asked to hurry to the end', () => {
    app.game.setPace('end');
    host.say(happened(moved(1, 'blue', 'b7', 'd7', 'pawn'), now({ ply: 1 })));
    host.say(happened(moved(2, 'yellow', 'g13', 'g11', 'pawn'), now({ ply: 2 })));
    expect(app.game.timeline?.now.ply).toBe(2);
  });

  it('that are known already change nothing', () => {
    const event = moved(1, 'blue', 'b7', 'd7', 'pawn');
    host.say(happened(event, now({ ply: 1 })));
    host.say(happened(event, now({ ply: 9 })));
    expect(app.game.timeline?.now.ply).toBe(1);
    expect(app.game.timeline?.events).toHaveLength(1);
  });

  it('after a gap make the game be asked for again', () => {
    host.say(happened(moved(3, 'blue', 'b7', 'd7', 'pawn'), now({ ply: 3 })));
    expect(host.last('open-game')?.message).toEqual({ type: 'open-game', game: 'g1', since: null });
    expect(app.game.timeline?.events).toHaveLength(0);
    // Once is enough, however many follow before the answer.
    const asked = host.sent.length;
    host.say(happened(moved(4, 'yellow', 'g13', 'g11', 'pawn'), now({ ply: 4 })));
    expect(host.sent).toHaveLength(asked);
    const events = [1, 2, 3].map((n) => moved(n, 'blue', 'b7', 'd7', 'pawn'));
    host.say({
      type: 'snapshot',
      request: null,
      game: view({ number: 3, events, now: now({ ply: 3 }) }),
    });
    expect(app.game.timeline?.now.ply).toBe(3);
  });

  it('of other games are not ours', () => {
    const other = happened(moved(1, 'blue', 'b7', 'd7', 'pawn'), now({ ply: 1 }));
    host.say({ ...other, game: 'g2' } as ServerMessage);
    expect(app.game.timeline?.now.ply).toBe(0);
  });
});

describe('a game that stalls', () => {
  const stall = (code: 'internal' | 'not-saved' = 'internal') =>
    host.say({ type: 'refused', request: null, game: 'g1', code, params: {} });

  it('says so, and goes on when the host is asked again', () => {
    host.say({ type: 'snapshot', request: null, game: view({ now: now({ turn: 'blue' }) }) });
    stall();
    expect(app.game.stalled).toBe(true);
    const asked = host.sent.length;
    app.game.tryAgain();
    expect(app.game.stalled).toBe(false);
    expect(host.sent.slice(asked).map(({ message }) => message)).toEqual([
      { type: 'open-game', game: 'g1', since: 0 },
    ]);
    stall('not-saved');
    expect(app.game.stalled).toBe(true);
    host.say(happened(moved(1, 'blue', 'b7', 'd7', 'pawn'), now({ ply: 1 })));
    expect(app.game.stalled).toBe(false);
  });

  it('is the open one: others are none of its business', () => {
    host.say({ type: 'refused', request: null, game: 'g2', code: 'internal', params: {} });
    expect(app.game.stalled).toBe(false);
  });

  it('can be one that does not open', () => {
    app.game.open('g2');
    const request = host.last('open-game')?.id ?? null;
    host.say({ type: 'refused', request, game: 'g2', code: 'internal', params: {} });
    expect(app.game.stalled).toBe(true);
    expect(app.game.missing).toBe(false);
  });
});

describe('playing', () => {
  it('shows the move at once and names the position it is for', () => {
    app.game.play(legal('d2', 'd4'));
    expect(app.game.board.has('d4')).toBe(true);
    expect(app.game.yourTurn).toBe(false);
    expect(host.last('play')?.message).toEqual({
      type: 'play',
      game: 'g1',
      ply: 0,
      hash: '0123456789abcdef',
      move: 'd2d4',
    });
  });

  it('plays once, however often it is asked', () => {
    app.game.play(legal('d2', 'd4'));
    app.game.play(legal('d2', 'd3'));
    expect(host.sent.filter(({ message }) => message.type === 'play')).toHaveLength(1);
  });

  it('keeps the man that was shown when the event comes', () => {
    app.game.play(legal('d2', 'd4'));
    const shown = app.game.board.get('d4')?.id;
    host.say(happened(moved(1, 'red', 'd2', 'd4', 'pawn'), now({ ply: 1, turn: 'blue' })));
    expect(app.game.pending).toBeNull();
    expect(app.game.board.get('d4')?.id).toBe(shown);
  });

  it('takes a refused move back and says why', () => {
    app.game.play(legal('d2', 'd4'));
    const request = host.last('play')?.id ?? null;
    host.say({ type: 'refused', request, game: 'g1', code: 'stale', params: {} });
    expect(app.game.board.has('d2')).toBe(true);
    expect(app.notices.current?.code).toBe('stale');
    vi.advanceTimersByTime(7000);
    expect(app.notices.current).toBeNull();
  });

  it('takes a refused move back even when the person has resigned meanwhile', () => {
    app.game.play(legal('d2', 'd4'));
    const request = host.last('play')?.id ?? null;
    app.game.act('resign', 'red');
    host.say({ type: 'refused', request, game: 'g1', code: 'bad-request', params: {} });
    expect(app.game.pending).toBeNull();
  });

  it('learns that its game is gone', () => {
    app.game.play(legal('d2', 'd4'));
    const request = host.last('play')?.id ?? null;
    host.say({ type: 'refused', request, game: null, code: 'no-such-game', params: {} });
    expect(app.game.missing).toBe(true);
  });

  it('lets nobody play for a CPU or in a game that can only be looked at', () => {
    host.say({ type: 'snapshot', request: null, game: view({ now: now({ turn: 'blue' }) }) });
    expect(app.game.legal).toEqual([]);
    host.say({ type: 'snapshot', request: null, game: view({ readOnly: true }) });
    expect(app.game.legal).toEqual([]);
  });
});

describe('being out', () => {
  it('is watching until the end', () => {
    const out = now({ turn: 'blue', status: ['mated', 'in', 'in', 'in'] });
    host.say({ type: 'snapshot', request: null, game: view({ now: out }) });
    expect(app.game.watching).toBe(true);
    const over = { ...out, turn: null, result: { reason: 'lead', places: [4, 1, 2, 3] } } as const;
    host.say({
      type: 'snapshot',
      request: null,
      game: view({ now: { ...over, result: { reason: 'lead', places: [4, 1, 2, 3] } } }),
    });
    expect(app.game.watching).toBe(false);
  });
});

describe('starting', () => {
  it('sends the game as it was set up, keeps it for the next one, and opens it', () => {
    app.start(alone(firstGame(3), 3));
    const request = host.last('create-game');
    expect(request?.message).toMatchObject({
      variant: 'solo',
      seats: [
        { player: { type: 'person', me: true } },
        { player: { type: 'cpu', level: 3 } },
        { player: { type: 'cpu', level: 3 } },
        { player: { type: 'cpu', level: 3 } },
      ],
    });
    expect(app.preferences.current.lastGame).toMatchObject({ variant: 'solo', start: null });
    host.say({ type: 'snapshot', request: request?.id ?? null, game: view({ id: 'g7' }) });
    expect(app.router.screen).toEqual({ name: 'game', id: 'g7' });
    expect(app.game.timeline?.game.id).toBe('g7');
  });

  it('goes on with the same people by one tap', () => {
    app.playAgain('g1');
    const request = host.last('play-again');
    expect(request?.message).toEqual({ type: 'play-again', game: 'g1' });
    host.say({ type: 'snapshot', request: request?.id ?? null, game: view({ id: 'g2' }) });
    expect(app.router.screen).toEqual({ name: 'game', id: 'g2' });
  });

  it('says why when the host does not start it', () => {
    app.startLast();
    const request = host.last('create-game')?.id ?? null;
    host.say({ type: 'refused', request, game: null, code: 'too-many-games', params: {} });
    expect(app.notices.current?.code).toBe('too-many-games');
    expect(app.router.screen).toEqual({ name: 'home' });
  });
});

describe('settings', () => {
  it('change at once and go back when the host refuses them', () => {
    app.preferences.change({ name: 'Mia' });
    expect(app.preferences.current.name).toBe('Mia');
    const request = host.last('save-settings')?.id ?? null;
    host.say({ type: 'refused', request, game: null, code: 'bad-name', params: {} });
    expect(app.preferences.current.name).toBeNull();
  });

  it('keep what was chosen last while older choices are still being answered', () => {
    const { preferences } = app;
    const answers = (['list', 'pad', 'board'] as const).map((input) => {
      preferences.change({ input });
      return { type: 'settings', settings: preferences.current } as const;
    });
    const seen = answers.map((answer) => {
      host.say(answer);
      return preferences.current.input;
    });
    expect(seen).toEqual(['board', 'board', 'board']);
    // Another window of this device.
    host.say({ type: 'settings', settings: { ...preferences.current, input: 'list' } });
    expect(preferences.current.input).toBe('list');
  });

  it("are the host's again after a line that broke in the middle", () => {
    app.preferences.change({ input: 'pad' });
    host.say(welcome());
    expect(app.preferences.current.input).toBe('board');
    host.say({ type: 'settings', settings: { ...app.preferences.current, input: 'list' } });
    expect(app.preferences.current.input).toBe('list');
  });
});
