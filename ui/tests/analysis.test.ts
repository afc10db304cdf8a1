// An analysis on its way: how long it waits for a first line.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { FakeBackend } from '../src/backend/fake';
import { VERSION, type ServerMessage } from '../src/protocol';
import { Analysis } from '../src/stores/analysis.svelte';
import { LATE_MS } from '../src/stores/patience.svelte';
import { Requests } from '../src/stores/requests';
import { legal, placed, settings } from './fixtures';

let host: FakeBackend;
let analysis: Analysis;

const { piece } = placed('e1', 'red', 'knight');
const line = {
  evaluation: { type: 'points' as const, value: 190 },
  steps: [{ color: 'red' as const, piece, move: legal('e1', 'f3'), changes: [] }],
};

/** The host's answer to what was asked last. */
const answer = (lines: (typeof line)[], done: boolean): ServerMessage => ({
  type: 'analysis',
  request: host.last('analyse')?.id ?? 0,
  game: 'g1',
  number: 0,
  depth: 4,
  nodes: 1000,
  lines,
  dangers: [],
  done,
});

beforeEach(() => {
  vi.useFakeTimers();
  host = new FakeBackend();
  const requests = new Requests(host);
  host.subscribe((message) => void requests.hear(message));
  const [protocol, version] = [VERSION, '0.1.0'];
  host.say({
    type: 'welcome',
    protocol,
    version,
    settings,
    games: [],
    levels: [1],
    problems: [],
  });
  analysis = new Analysis(host, requests);
  analysis.start('g1', 0, 2);
});

afterEach(() => vi.useRealTimers());

describe('the wait for a first line', () => {
  it('is long once nothing has come for a while, until something comes', () => {
    vi.advanceTimersByTime(LATE_MS - 1);
    expect(analysis.patience.late).toBe(false);
    vi.advanceTimersByTime(1);
    expect(analysis.patience.late).toBe(true);
    host.say(answer([line], false));
    expect(analysis.patience.late).toBe(false);
    expect(analysis.state).toBe('running');
  });

  it('is over with the first line, however long the rest takes', () => {
    host.say(answer([line], false));
    vi.advanceTimersByTime(10 * LATE_MS);
    expect(analysis.patience.late).toBe(false);
  });

  it('ends with the analysis: stopped, or begun anew', () => {
    analysis.stop();
    vi.advanceTimersByTime(LATE_MS);
    expect(analysis.patience.late).toBe(false);
    analysis.start('g1', 0, 2);
    vi.advanceTimersByTime(LATE_MS);
    expect(analysis.patience.late).toBe(true);
    analysis.start('g1', 1, 2);
    expect(analysis.patience.late).toBe(false);
  });
});
