// Everything as one file and back: progress, damaged lines, stopping, a host that is too busy.
import { describe, expect, it } from 'vitest';
import { FakeBackend } from '../src/backend/fake';
import type { ErrorCode, Request } from '../src/protocol';
import { Archive } from '../src/stores/archive.svelte';
import { Requests } from '../src/stores/requests';
import { settings } from './fixtures';

function open(answer: (request: Request, requests: Requests) => void) {
  const host = new (class extends FakeBackend {
    override send(message: Request['message']): number {
      const id = super.send(message);
      queueMicrotask(() => answer({ id, message }, requests));
      return id;
    }
  })();
  const requests: Requests = new Requests(host);
  requests.hear({
    type: 'welcome',
    protocol: 3,
    version: '0',
    settings,
    games: [],
    levels: [],
    problems: [],
  });
  return { host, archive: new Archive(requests, () => Promise.resolve()) };
}

const refuse = (requests: Requests, request: number, code: ErrorCode) =>
  requests.hear({ type: 'refused', request, game: null, code, params: {} });

/** A host that has these games, and can't read some. */
function kept(games: Record<string, string | null>) {
  const ids = Object.keys(games);
  return ({ id, message }: Request, requests: Requests): void => {
    if (message.type !== 'export-all') return;
    const part = message.after === null ? 0 : ids.indexOf(message.after) + 1;
    const game = ids[part] ?? null;
    const line = game === null ? 'settings' : (games[game] ?? null);
    const parts = ids.length + 1;
    requests.hear({ type: 'archive', request: id, part: part + 1, parts, game, line });
  };
}

describe('writing', () => {
  it('asks for one part after the other and joins the lines', async () => {
    const { host, archive } = open(kept({ a: 'one', b: 'two' }));
    const done = archive.write();
    expect(archive.progress).toEqual({ done: 0, all: 0 });
    expect(await done).toEqual({ text: 'one\ntwo\nsettings\n', unreadable: 0 });
    expect(host.sent).toHaveLength(3);
    expect(archive.progress).toBeNull();
  });

  it('tells how many games can not be read, and goes on behind them', async () => {
    const { archive } = open(kept({ a: null, b: 'two' }));
    expect(await archive.write()).toEqual({ text: 'two\nsettings\n', unreadable: 1 });
  });

  it('asks again when it was too fast', async () => {
    let tries = 0;
    const answer = kept({});
    const { archive } = open((request, requests) => {
      tries += 1;
      if (tries < 3) refuse(requests, request.id, 'too-fast');
      else answer(request, requests);
    });
    expect(await archive.write()).toMatchObject({ text: 'settings\n' });
  });

  it('gives nothing when it is stopped, and asks for nothing more', async () => {
    const { host, archive } = open((request, requests) => {
      archive.stop();
      kept({ a: 'one', b: 'two' })(request, requests);
    });
    expect(await archive.write()).toBeNull();
    expect(host.sent).toHaveLength(1);
  });
});

describe('reading', () => {
  it('counts what was new, what was known, and names damaged lines', async () => {
    const { host, archive } = open(({ id, message }, requests) => {
      if (message.type !== 'import-archive') return;
      if (message.line === 'broken') refuse(requests, id, 'bad-archive');
      else requests.hear({ type: 'archive-read', request: id, added: message.line === 'new' });
    });
    const outcome = await archive.read('new\r\nknown\n\nbroken\nnew\n');
    expect(outcome).toEqual({ added: 2, known: 1, damaged: [4], stopped: false });
    expect(host.sent).toHaveLength(4);
  });

  it('asks again when it was too fast', async () => {
    let tries = 0;
    const { archive } = open(({ id }, requests) => {
      tries += 1;
      if (tries < 3) refuse(requests, id, 'too-fast');
      else requests.hear({ type: 'archive-read', request: id, added: true });
    });
    expect((await archive.read('one')).added).toBe(1);
    expect(tries).toBe(3);
  });

  it('stops between two lines, and fails when the host does', async () => {
    const stopped = open(({ id }, requests) => {
      stopped.archive.stop();
      requests.hear({ type: 'archive-read', request: id, added: true });
    });
    expect(await stopped.archive.read('one\ntwo')).toMatchObject({ added: 1, stopped: true });
    const full = open(({ id }, requests) => void refuse(requests, id, 'too-many-games'));
    await expect(full.archive.read('one')).rejects.toMatchObject({ code: 'too-many-games' });
  });
});
