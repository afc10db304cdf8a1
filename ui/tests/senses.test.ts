// The loudspeaker, the light of the screen and the look, as browsers give and take them.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { WakeLock } from '../src/native';
import { onPhone } from '../src/backend/tauri-native';
import { DEFAULT_SETTINGS } from '../src/protocol';
import { Speaker } from '../src/sound/speaker';
import { Senses } from '../src/stores/senses';
import { themeOf } from '../src/styles/look';
import { legal, moved } from './fixtures';

let hidden = false;
const see = (seen: boolean) => {
  hidden = !seen;
  document.dispatchEvent(new window.Event('visibilitychange'));
};
const settled = () => new Promise((resolve) => setTimeout(resolve));

beforeEach(() => {
  hidden = false;
  vi.spyOn(document, 'hidden', 'get').mockImplementation(() => hidden);
});
afterEach(() => vi.restoreAllMocks());

/** A context that counts what is started on it. */
function context() {
  const param = () => ({ setValueAtTime: vi.fn(), exponentialRampToValueAtTime: vi.fn() });
  const node = (more = {}) => ({ connect: (to: unknown) => to, disconnect: vi.fn(), ...more });
  const started: number[] = [];
  const fake = {
    state: 'suspended',
    currentTime: 1,
    sampleRate: 8000,
    destination: {},
    started,
    resume: vi.fn(async () => void (fake.state = 'running')),
    suspend: vi.fn(async () => void (fake.state = 'suspended')),
    close: vi.fn(async () => {}),
    createGain: () => node({ gain: param() }),
    createOscillator: () =>
      node({ frequency: param(), start: (at: number) => started.push(at), stop: vi.fn() }),
    createBufferSource: () => node({ start: (at: number) => started.push(at), stop: vi.fn() }),
    createBiquadFilter: () => node({ frequency: param() }),
    createBuffer: (_: number, length: number) => ({
      getChannelData: () => new Float32Array(length),
    }),
  };
  return fake;
}

function speakerOn(fake: ReturnType<typeof context>) {
  return new Speaker(() => fake as unknown as AudioContext);
}

describe('the loudspeaker', () => {
  it('is silent before the first gesture, and never catches up', async () => {
    const fake = context();
    const speaker = speakerOn(fake);
    const stop = speaker.listen();
    speaker.play([{ type: 'turn' }]);
    window.dispatchEvent(new window.Event('pointerdown'));
    await settled();
    expect(fake.started).toEqual([]);
    speaker.play([{ type: 'turn' }]);
    expect(fake.started).toHaveLength(2);
    stop();
    expect(fake.close).toHaveBeenCalled();
  });

  it('is quiet while the page is hidden, and comes back after an interruption', async () => {
    const fake = context();
    const speaker = speakerOn(fake);
    const stop = speaker.listen();
    window.dispatchEvent(new window.Event('pointerdown'));
    await settled();
    see(false);
    speaker.play([{ type: 'turn' }]);
    expect(fake.suspend).toHaveBeenCalled();
    expect(fake.started).toEqual([]);
    see(true);
    await settled();
    speaker.play([{ type: 'turn' }]);
    expect(fake.started).toHaveLength(2);
    fake.state = 'interrupted';
    window.dispatchEvent(new window.Event('keydown'));
    expect(fake.resume).toHaveBeenCalledTimes(3);
    stop();
  });

  it('is nothing to worry about where there is none', () => {
    const speaker = new Speaker(() => {
      throw new Error('no sound here');
    });
    const stop = speaker.listen();
    window.dispatchEvent(new window.Event('pointerdown'));
    speaker.play([{ type: 'turn' }]);
    speaker.show({ type: 'turn' });
    stop();
  });
});

describe('the senses', () => {
  it('hear a move of ours once, when it is played', () => {
    const speaker = new Speaker();
    const play = vi.spyOn(speaker, 'play');
    const impact = vi.fn();
    const senses = new Senses(() => DEFAULT_SETTINGS, speaker, { canVibrate: true, impact });
    senses.played(legal('d2', 'd4'), 'red');
    senses.happened(moved(1, 'red', 'd2', 'd4', 'pawn'), ['red']);
    senses.happened(moved(2, 'blue', 'b7', 'd7', 'pawn'), ['red']);
    const knocks = play.mock.calls.flatMap(([cues]) => cues.filter(({ type }) => type === 'move'));
    expect(knocks).toHaveLength(2);
    expect(impact.mock.calls).toEqual([['light']]);
  });

  it('feel nothing while the page is hidden', () => {
    const impact = vi.fn();
    const senses = new Senses(() => DEFAULT_SETTINGS, new Speaker(), { canVibrate: true, impact });
    see(false);
    senses.happened(moved(2, 'blue', 'b7', 'd7', 'pawn'), ['red']);
    expect(impact).not.toHaveBeenCalled();
  });
});

describe('the light of the screen', () => {
  const locks: { released: boolean; release: () => Promise<void> }[] = [];
  beforeEach(() => {
    locks.length = 0;
    const request = async () => {
      const lock = {
        released: false,
        release: async () => void (lock.released = true),
      };
      locks.push(lock);
      return lock;
    };
    Object.defineProperty(navigator, 'wakeLock', { value: { request }, configurable: true });
  });
  afterEach(() => {
    Reflect.deleteProperty(navigator, 'wakeLock');
  });

  it('is asked for once, again when the page is seen again, and given back', async () => {
    const wake = new WakeLock();
    wake.want(true);
    wake.want(true);
    await settled();
    expect(locks).toHaveLength(1);
    see(false);
    if (locks[0]) locks[0].released = true;
    see(true);
    await settled();
    expect(locks).toHaveLength(2);
    wake.want(false);
    await settled();
    expect(locks[1]?.released).toBe(true);
    see(true);
    await settled();
    expect(locks).toHaveLength(2);
  });

  it('goes when the game was left before it came', async () => {
    const wake = new WakeLock();
    wake.want(true);
    wake.want(false);
    await settled();
    expect(locks.map(({ released }) => released)).toEqual([true]);
  });
});

describe('the look', () => {
  it('follows the system only where the settings say so', () => {
    const system = { dark: true, contrast: false };
    expect(themeOf('system', system)).toBe('dark');
    expect(themeOf('system', { ...system, contrast: true })).toBe('contrast');
    expect(themeOf('system', { dark: false, contrast: false })).toBe('light');
    expect(themeOf('light', system)).toBe('light');
  });
});

describe('phones', () => {
  it('are known by their web views', () => {
    expect(onPhone('Mozilla/5.0 (Linux; Android 14; Pixel 8; wv) AppleWebKit/537.36')).toBe(true);
    expect(onPhone('Mozilla/5.0 (iPhone; CPU iPhone OS 17_4 like Mac OS X)')).toBe(true);
    expect(onPhone('Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/605.1.15')).toBe(false);
  });
});
