/**
 * Messages that no honest page sends: each gets a typed refusal, and the game that goes on beside
 * it is as it was.
 */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { Client, against, PERSONS, PROTOCOL } from './lib/client.mjs';
import { Stage } from './lib/stage.mjs';

/** The longest request that a host reads, in bytes. */
const MAX_REQUEST_BYTES = 16 * 1024;

describe('hostile messages', { timeout: 60_000 }, () => {
  /** @type {Stage} */
  let stage;
  /** @type {Client} */
  let client;

  before(async () => {
    stage = await Stage.open();
    client = await stage.client(await stage.device());
    await client.create(PERSONS);
  });
  after(() => stage.close());

  /** Fails when the game is not as it was before the act. */
  async function unaffected(act) {
    const earlier = await client.open(client.game.id);
    await act();
    assert.deepEqual(await client.open(client.game.id), earlier, 'the game is as it was');
  }

  const play = (over) => {
    const { id: game, now } = client.game;
    return { type: 'play', game, ply: now.ply, hash: now.hash, move: 'd2d4', ...over };
  };

  const unreadable = {
    'no JSON': 'move d2 to d4, please',
    'half a message': '{"id":7,"message":{"type":"play"',
    'an empty text': '',
    'a list': '[1,2,3]',
    null: 'null',
    'deep nesting': '['.repeat(8000),
    'a lone surrogate': '{"id":1,"message":{"type":"open-game","game":"\\ud800","since":null}}',
    'an id that is no number': '{"id":"one","message":{"type":"list-games"}}',
    'an id beyond 32 bits': '{"id":4294967296,"message":{"type":"list-games"}}',
    'an id below nothing': '{"id":-1,"message":{"type":"list-games"}}',
  };
  for (const [what, text] of Object.entries(unreadable)) {
    test(`${what} is malformed`, () =>
      unaffected(async () => {
        await client.raw(text);
        const refusal = await client.take('a refusal', ({ type }) => type === 'refused');
        assert.equal(refusal.code, 'malformed');
      }));
  }

  const unknown = {
    'an unknown message': { type: 'win-game', game: 'x' },
    'a message without a type': { game: 'x' },
    'a missing field': { type: 'play', game: 'x', ply: 0, hash: '0' },
    'an unknown field': { type: 'list-games', all: true },
    'a wrong kind of field': { type: 'open-game', game: 7, since: null },
    'an unknown colour': { type: 'resign', game: 'x', color: 'violet', ply: 0, hash: '0' },
    'three seats': { type: 'create-game', variant: 'solo', first: 'red', seats: PERSONS.slice(1) },
    'an unknown variant': { type: 'create-game', variant: 'poker', first: 'red', seats: PERSONS },
  };
  for (const [what, message] of Object.entries(unknown)) {
    test(`${what} is malformed, and the refusal names the request`, () =>
      unaffected(async () => {
        assert.equal((await client.refused(message)).code, 'malformed');
      }));
  }

  test('a message that is too long is refused or ends the line, and nothing else', () =>
    unaffected(async () => {
      const other = await stage.client(await stage.device());
      await other.raw(
        JSON.stringify({ id: 1, message: play({ hash: '0'.repeat(MAX_REQUEST_BYTES) }) }),
      );
      const refusal = await other.take('a refusal', ({ type }) => type === 'refused');
      assert.equal(refusal.code, 'too-long');
    }));

  test('a megabyte never takes the relay down', () =>
    unaffected(async () => {
      const other = await stage.client(await stage.device());
      await other.raw('x'.repeat(1024 * 1024));
      const refused = other.take('a refusal', ({ type }) => type === 'refused');
      const answer = await Promise.race([refused, other.closed]);
      if (answer?.type === 'refused') assert.equal(answer.code, 'too-long');
    }));

  test('bytes instead of text are malformed or end the line', () =>
    unaffected(async () => {
      const other = await stage.client(await stage.device());
      await other.raw(Buffer.from([0xff, 0x00, 0xfe]), { binary: true });
      const refused = other.take('a refusal', ({ type }) => type === 'refused');
      const answer = await Promise.race([refused, other.closed]);
      if (answer?.type === 'refused') assert.equal(answer.code, 'malformed');
    }));

  test('nothing is heard before hello', async () => {
    const other = await Client.connect(stage.relay, '');
    try {
      assert.equal((await other.refused({ type: 'list-games' })).code, 'no-hello');
    } finally {
      await other.close();
    }
  });

  test('another version is told both numbers', async () => {
    const other = await Client.connect(stage.relay, '');
    try {
      const refusal = await other.refused({ type: 'hello', protocol: PROTOCOL + 1 });
      assert.equal(refusal.code, 'version');
      const { client: theirs, host } = refusal.params;
      assert.deepEqual([Number(theirs), Number(host)], [PROTOCOL + 1, PROTOCOL]);
    } finally {
      await other.close();
    }
  });

  test('a move for another ply is stale, and a snapshot follows', () =>
    unaffected(async () => {
      const refusal = await client.refused(play({ ply: client.game.now.ply + 1 }));
      assert.equal(refusal.code, 'stale');
      await client.take('the snapshot', ({ type }) => type === 'snapshot');
    }));

  test('a move for another position is stale', () =>
    unaffected(async () => {
      const refusal = await client.refused(play({ hash: '0123456789abcdef' }));
      assert.equal(refusal.code, 'stale');
      await client.take('the snapshot', ({ type }) => type === 'snapshot');
    }));

  for (const move of ['d2d5', 'b4c4', 'd1d2', 'a1a2', 'd2d4q', 'zz', '', 'e7e8'.repeat(9)]) {
    test(`the move "${move}" is illegal`, () =>
      unaffected(async () => {
        assert.equal((await client.refused(play({ move }))).code, 'illegal-move');
      }));
  }

  test("a move in a CPU's turn is out of turn", async () => {
    const other = await stage.client(await stage.device());
    await other.create(against(other.welcome.levels.at(-1)), 'blue');
    // The CPU may have moved meanwhile: then the move is stale, and asked again.
    for (let i = 0; i < 20; i += 1) {
      const { id: game, now } = other.game;
      if (now.turn === 'red') break;
      const message = { type: 'play', game, ply: now.ply, hash: now.hash, move: 'd2d4' };
      const { code } = await other.refused(message);
      if (code === 'not-your-turn') return;
      assert.equal(code, 'stale');
    }
    assert.fail('no CPU was met in its turn');
  });

  test("a CPU can't be made to resign", async () => {
    const other = await stage.client(await stage.device());
    const { id: game, now } = await other.create(against(1), 'red');
    const { hash } = now;
    const refusal = await other.refused({ type: 'resign', game, color: 'blue', ply: 0, hash });
    assert.equal(refusal.code, 'bad-request');
    assert.equal(other.game.now.status[1], 'in');
  });

  test("another device's game does not exist", () =>
    unaffected(async () => {
      const other = await stage.client(await stage.device());
      assert.deepEqual(other.welcome.games, [], 'it is not in the list');
      const { id: game } = client.game;
      const asked = [
        { type: 'open-game', game, since: null },
        { type: 'delete-game', game },
        { type: 'resign', game, color: 'red', ply: 0, hash: '0' },
        play({}),
      ];
      for (const message of asked) {
        assert.equal((await other.refused(message)).code, 'no-such-game', message.type);
      }
    }));

  test('names, levels and settings that cannot be had are refused', async () => {
    const seats = (seat) => [seat, ...PERSONS.slice(1)];
    const game = { type: 'create-game', variant: 'solo', first: 'red' };
    const person = { type: 'person', me: false };
    const cases = [
      [{ ...game, seats: seats({ name: 'x'.repeat(21), player: person }) }, 'bad-name'],
      [{ ...game, seats: seats({ name: 'a\u202eb', player: person }) }, 'bad-name'],
      [{ ...game, seats: seats({ name: 'a\u0007b', player: person }) }, 'bad-name'],
      [{ ...game, seats: seats({ name: null, player: { type: 'cpu', level: 0 } }) }, 'bad-request'],
      [
        { ...game, seats: seats({ name: null, player: { type: 'cpu', level: 99 } }) },
        'bad-request',
      ],
      [
        { type: 'save-settings', settings: { ...client.welcome.settings, level: 99 } },
        'bad-request',
      ],
    ];
    for (const [message, code] of cases) {
      assert.equal((await client.refused(message)).code, code, JSON.stringify(message));
    }
  });

  test('after all this the game is played on', async () => {
    const { ply } = client.game.now;
    await client.play('d2d4');
    assert.equal(client.game.now.ply, ply + 1);
    assert.equal(client.game.now.turn, 'blue');
  });
});
