/** Games out of the page and into it: text by file, paste and mistake, everything as one file. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, describe, test } from 'node:test';
import { PERSONS } from './lib/client.mjs';
import { playUntil } from './lib/player.mjs';
import { seeded } from './lib/random.mjs';
import { Stage } from './lib/stage.mjs';
import { Table } from './lib/table.mjs';
import { until } from './lib/wait.mjs';

describe('exchange', { timeout: 120_000 }, () => {
  /** @type {Stage} */
  let stage;
  /** @type {import('./lib/table.mjs').Table} */
  let table;
  let game;
  let pgn;

  before(async () => {
    stage = await Stage.open();
    const device = await stage.device({ acceptDownloads: true, reducedMotion: 'reduce' });
    const client = await stage.client(device);
    await client.create(PERSONS);
    await playUntil(client, seeded(7), () => false, 24);
    game = await client.open(client.game.id);
    await client.close();
    table = await stage.tableOf(device);
  });
  after(() => stage.close());

  const go = (hash) => table.page.goto(new URL(hash, stage.relay.url).href);

  /** What a tap on a button downloads, as text. */
  async function download(button) {
    const downloading = table.page.waitForEvent('download');
    await table.touch(button);
    const file = await downloading;
    return { name: file.suggestedFilename(), text: await readFile(await file.path(), 'utf8') };
  }

  /** The board as pieces by square, sorted. */
  const sorted = (pieces) => Object.fromEntries(Object.entries(pieces).sort());

  test('a game leaves as PGN4, a position as FEN4', async () => {
    await go(`#/replay/${game.id}`);
    await table.get('replay-screen').waitFor();
    await table.touch('replay-share');
    await table.touch('share-pgn4');
    const file = await download('share-save');
    assert.match(file.name, /\.pgn4$/);
    assert.match(file.text, /1\. .+ \.\. .+/);
    pgn = file.text;
    await table.touch('share-fen4');
    const position = await download('share-save');
    assert.match(position.text, /^[RBYG]-[01],[01],[01],[01]-/);
    assert.match(await table.get('share-said').innerText(), /Saved/);
  });

  test('a picture goes to the clipboard, where the browser lets it', async () => {
    await table.page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await table.touch('share-picture');
    await table.touch('share-copy');
    await table.get('share-said').getByText('Copied').waitFor();
    const types = await table.page.evaluate(async () => {
      const [item] = await navigator.clipboard.read();
      return item.types;
    });
    assert.deepEqual(types, ['image/png']);
  });

  test('comes back by paste, with every move', async () => {
    await go('#/import');
    await table.get('import-field').fill(pgn);
    await table.touch('import-go');
    await table.until('the board', (board) => board.ply === game.now.ply);
    const board = Object.fromEntries(
      game.board.map(({ square, piece }) => [square, `${piece.color}-${piece.kind}`]),
    );
    assert.deepEqual(sorted((await table.board()).pieces), sorted(board));
  });

  test('comes back from a file', async () => {
    await go('#/import');
    await table.get('import-file').setInputFiles({
      name: 'game.pgn4',
      mimeType: 'text/plain',
      buffer: Buffer.from(pgn),
    });
    await table.until('the board', (board) => board.ply === game.now.ply);
  });

  test('comes in as a text that was shared into the app', async () => {
    const device = table.page.context();
    const page = await device.newPage();
    // What the shell on Android puts into the page.
    await page.addInitScript((text) => {
      const waiting = [text];
      Object.assign(window, {
        vierschachShell: { takeShared: () => waiting.shift() ?? '', keepEdges: () => {} },
      });
    }, pgn);
    const other = new Table(page);
    await page.goto(stage.relay.url);
    await other.until('the board', (board) => board.ply === game.now.ply);
    other.assertNoErrors();
    await page.close();
  });

  test('says where a text is wrong', async () => {
    await go('#/import');
    await table.touch('import-go');
    assert.match(await table.get('import-said').innerText(), /Paste a text first/);
    await table.get('import-field').fill(pgn.replace(/^1\. \S+/m, '1. z9-z8'));
    await table.touch('import-go');
    await until('the fault', async () =>
      /Line \d+.*z9/.test(await table.get('import-said').innerText()),
    );
    assert.equal(await table.get('import-screen').isVisible(), true);
    const two = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';
    await table.get('import-field').fill(two);
    await table.touch('import-go');
    await table.get('import-said').getByText('chess for two').waitFor();
    assert.equal(await table.get('notice').count(), 0, 'it is not said twice');
  });

  test('all games leave as one file and come to another device', async () => {
    await go('#/games');
    await table.touch('games-menu');
    await table.touch('menu-archive');
    const { text } = await download('archive-write');
    assert.ok(text.includes(game.id), 'the game is in it');

    const other = await stage.table();
    await other.page.goto(new URL('#/games', stage.relay.url).href);
    await other.touch('games-menu');
    await other.touch('menu-archive');
    const bring = async (content) => {
      await other.get('archive-file').setInputFiles({
        name: 'all.jsonl',
        mimeType: 'application/jsonl',
        buffer: Buffer.from(content),
      });
      await until('the outcome', async () => {
        const said = other.get('archive-said');
        return (await said.count()) > 0 && /came in/.test(await said.innerText());
      });
      return await other.get('archive-said').innerText();
    };
    const said = await bring(`${text}this is no line\n`);
    const lines = text.trim().split('\n').length;
    assert.match(said, new RegExp(`Damaged and left out: line ${lines + 1}\\.`));
    await other.page.goBack();
    const ids = await other.page
      .getByTestId('game-row')
      .evaluateAll((nodes) => nodes.map((node) => node.getAttribute('data-game')));
    assert.ok(ids.includes(game.id), 'the game has come');
    other.assertNoErrors();
    table.assertNoErrors();
  });
});
