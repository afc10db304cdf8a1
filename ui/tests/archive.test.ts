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

describe('writing', () => {
  it('joins the lines and tells how far it is', async () => {
    const seen: unknown[] = [];
    const { archive } = open(({ id }, requests) => {
      for (const part of [1, 2, 3]) {
        requests.hear({ type: 'archive', request: id, part, parts: 3, line: `line ${part}` });
        seen.push(archive.progress);
      }
    });
    expect(await archive.write()).toBe('line 1\nline 2\nline 3\n');
    expect(seen[0]).toEqual({ done: 1, all: 3 });
    expect(archive.progress).toBeNull();
  });

  it('gives nothing when it is stopped', async () => {
    const { archive } = open(({ id }, requests) => {
      requests.hear({ type: 'archive', request: id, part: 1, parts: 3, line: 'x' });
      archive.stop();
    });
    expect(await archive.write()).toBeNull();
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
