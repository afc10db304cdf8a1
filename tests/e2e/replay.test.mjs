/** A game step by step: slider, keys, players' moves, the picture of a position, the analysis. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, describe, test } from 'node:test';
import { PERSONS } from './lib/client.mjs';
import { playUntil } from './lib/player.mjs';
import { seeded } from './lib/random.mjs';
import { Stage } from './lib/stage.mjs';
import { until } from './lib/wait.mjs';

const PLIES = 40;

/** The pieces after so many events of a game, as the board names them. */
function piecesAfter(game, count) {
  const board = new Map(game.start.map(({ square, piece }) => [square, piece]));
  for (const { changes } of game.events.slice(0, count)) {
    for (const { square, after } of changes) {
      if (after) board.set(square, after);
      else board.delete(square);
    }
  }
  const named = [...board].map(([square, { color, kind }]) => [square, `${color}-${kind}`]);
  return Object.fromEntries(named.sort());
}

describe('replay', { timeout: 120_000 }, () => {
  /** @type {Stage} */
  let stage;
  /** @type {import('./lib/table.mjs').Table} */
  let table;
  let game;

  before(async () => {
    stage = await Stage.open();
    const device = await stage.device({ reducedMotion: 'reduce', acceptDownloads: true });
    const client = await stage.client(device);
    await client.create(PERSONS);
    await playUntil(client, seeded(11), () => false, PLIES);
    game = await client.open(client.game.id);
    await client.close();
    table = await stage.tableOf(device);
    await table.page.goto(new URL(`#/replay/${game.id}`, stage.relay.url).href);
    await table.get('replay-screen').waitFor();
  });
  after(() => stage.close());

  /** Waits for a place and compares the board with the game's events. */
  async function at(count) {
    const screen = table.get('replay-screen');
    await until(`step ${count}`, async () => (await screen.getAttribute('data-at')) === `${count}`);
    await until('the pieces', async () => {
      const { pieces } = await table.board();
      const shown = Object.fromEntries(Object.entries(pieces).sort());
      return JSON.stringify(shown) === JSON.stringify(piecesAfter(game, count));
    });
  }

  test('begins at the end and goes anywhere by the slider', async () => {
    await at(game.events.length);
    await table.get('replay-slider').fill('7');
    await at(7);
    await table.get('replay-slider').fill('33');
    await at(33);
  });

  test('goes by keys', async () => {
    await table.page.getByTestId('bar-title').focus();
    await table.page.keyboard.press('Home');
    await at(0);
    await table.page.keyboard.press('ArrowRight');
    await at(1);
    await table.page.keyboard.press('End');
    await at(game.events.length);
    await table.page.keyboard.press('ArrowLeft');
    await at(game.events.length - 1);
  });

  test("goes to a player's next move, step by step, and by itself", async () => {
    await table.get('replay-slider').fill('0');
    await table.touch('replay-yellow');
    await at(game.events.findIndex(({ color }) => color === 'yellow') + 1);
    await table.touch('replay-next');
    await table.touch('replay-back');
    await at(3);
    await table.get('replay-slider').fill(`${game.events.length - 2}`);
    await table.touch('replay-play');
    await at(game.events.length);
    await until('it stands still', async () => {
      return (await table.get('replay-play').getAttribute('aria-pressed')) === 'false';
    });
  });

  test('gives a picture of the position that is large enough', async () => {
    await table.touch('replay-share');
    const downloading = table.page.waitForEvent('download');
    await table.touch('share-save');
    const picture = await readFile(await (await downloading).path());
    assert.equal(picture.subarray(1, 4).toString(), 'PNG');
    const [width, height] = [picture.readUInt32BE(16), picture.readUInt32BE(20)];
    assert.ok(width >= 1080 && height >= 1080, `${width} x ${height}`);
    // An empty board of two shades would be far smaller.
    assert.ok(picture.length > 40_000, `${picture.length} bytes`);
    await table.page.goBack();
  });

  test('is analysed at the place shown, and comes back to it', async () => {
    await table.get('replay-slider').fill('20');
    await table.touch('replay-analyse');
    await table.get('analysis-step-0').waitFor();
    await until('the end of the analysis', async () => {
      return (await table.get('analysis-screen').getAttribute('data-state')) === 'done';
    });
    const before = (await table.board()).pieces;
    await table.touch('analysis-step-0');
    await until('the board after it', async () => {
      return JSON.stringify((await table.board()).pieces) !== JSON.stringify(before);
    });
    await table.touch('analysis-next');
    await table.touch('back');
    await at(21);
    table.assertNoErrors();
  });
});
