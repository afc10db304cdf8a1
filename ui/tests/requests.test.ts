// Questions and answers: found by number, refused in place, lost with the line.
import { describe, expect, it } from 'vitest';
import { FakeBackend } from '../src/backend/fake';
import { Refusal, Requests } from '../src/stores/requests';
import type { ServerMessage } from '../src/protocol';
import { settings } from './fixtures';

const WELCOME: ServerMessage = {
  type: 'welcome',
  protocol: 3,
  version: '0',
  settings,
  games: [],
  levels: [1],
  problems: [],
};
const ASK = { type: 'export-game', game: 'g1', number: 0, format: 'fen4' } as const;
const answer = (request: number): ServerMessage => ({
  type: 'exported',
  request,
  format: 'fen4',
  name: 'a.fen4',
  text: 'R-…',
});

function open() {
  const backend = new FakeBackend();
  const requests = new Requests(backend);
  requests.hear(WELCOME);
  return { backend, requests };
}

describe('a question', () => {
  it('has the answer of its own number', async () => {
    const { requests } = open();
    const first = requests.ask(ASK, 'exported');
    const second = requests.ask(ASK, 'exported');
    requests.hear(answer(2));
    requests.hear({ ...answer(1), text: 'first' } as ServerMessage);
    expect((await first).text).toBe('first');
    expect((await second).request).toBe(2);
  });

  it('is refused where it was asked, and nowhere else', async () => {
    const { requests } = open();
    const asked = requests.ask(ASK, 'exported');
    const refused: ServerMessage = {
      type: 'refused',
      request: 1,
      game: null,
      code: 'bad-import',
      params: { line: '3' },
    };
    expect(requests.hear({ ...refused, request: 7 })).toBe(false);
    expect(requests.hear(refused)).toBe(true);
    await expect(asked).rejects.toMatchObject({ code: 'bad-import', params: { line: '3' } });
    expect(requests.hear(refused)).toBe(false);
  });

  it('fails with the line, and at once without one', async () => {
    const { backend, requests } = open();
    const asked = requests.ask(ASK, 'exported');
    requests.interrupt();
    await expect(asked).rejects.toThrow(Refusal);
    const sent = backend.sent.length;
    await expect(requests.ask(ASK, 'exported')).rejects.toMatchObject({ code: 'offline' });
    expect(backend.sent.length).toBe(sent);
  });
});

describe('a stream', () => {
  it('goes on until its last answer', async () => {
    const { requests } = open();
    const parts: number[] = [];
    const stream = requests.stream(
      { type: 'export-all', after: null },
      'archive',
      ({ part, parts: all }) => {
        parts.push(part);
        return part === all;
      },
    );
    for (const part of [1, 2, 3]) {
      requests.hear({ type: 'archive', request: 1, part, parts: 3, game: null, line: '' });
    }
    expect((await stream.last).part).toBe(3);
    requests.hear({ type: 'archive', request: 1, part: 4, parts: 3, game: null, line: '' });
    expect(parts).toEqual([1, 2, 3]);
  });

  it('that is stopped hears no more', () => {
    const { requests } = open();
    const parts: number[] = [];
    const stream = requests.stream({ type: 'export-all', after: null }, 'archive', ({ part }) => {
      parts.push(part);
      return false;
    });
    stream.stop();
    requests.hear({ type: 'archive', request: 1, part: 1, parts: 3, game: null, line: '' });
    expect(parts).toEqual([]);
  });
});
