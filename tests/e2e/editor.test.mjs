/** The position editor: pieces by tap and by keyboard, what is wrong with a position, a game from it. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { PERSONS } from './lib/client.mjs';
import { playUntil } from './lib/player.mjs';
import { seeded } from './lib/random.mjs';
import { Stage } from './lib/stage.mjs';
import { until } from './lib/wait.mjs';

describe('the position editor', { timeout: 120_000 }, () => {
  /** @type {Stage} */
  let stage;
  /** @type {import('./lib/table.mjs').Table} */
  let table;
  let game;

  before(async () => {
    stage = await Stage.open();
    const device = await stage.device({ reducedMotion: 'reduce' });
    const client = await stage.client(device);
    await client.create(PERSONS);
    await playUntil(client, seeded(5), () => false, 10);
    game = await client.open(client.game.id);
    await client.close();
    table = await stage.tableOf(device);
    await table.page.goto(new URL('#/editor', stage.relay.url).href);
    await table.get('editor-screen').waitFor();
  });
  after(() => stage.close());

  /** What the host says, once it has answered. */
  async function verdict(fits) {
    const screen = table.get('editor-screen');
    await until(`a verdict like ${fits}`, async () => {
      const checked = (await screen.getAttribute('data-checked')) === 'true';
      return checked && fits.test(await table.get('editor-verdict').innerText());
    });
  }

  const pieces = () =>
    table.page
      .locator('[data-piece]')
      .evaluateAll((nodes) =>
        nodes.map((node) => `${node.getAttribute('data-piece')} ${node.getAttribute('data-at')}`),
      );

  test("begins with the variant's start, which can be played", async () => {
    await verdict(/can be played/);
    assert.equal((await pieces()).length, 64);
    assert.equal(await table.get('editor-play').isEnabled(), true);
  });

  test('says in a sentence what is wrong, and steps back', async () => {
    await table.touch('palette-erase');
    await table.tap('h1');
    await verdict(/Red has no king/);
    assert.equal(await table.get('editor-play').isEnabled(), false);
    await table.touch('editor-undo');
    await verdict(/can be played/);
  });

  test('sets pieces by tap and by keyboard on an empty board', async () => {
    await table.touch('editor-menu');
    await table.touch('editor-clear');
    await verdict(/Choose a piece/);
    await table.touch('palette-king');
    await table.tap('h1');
    await table.touch('palette-yellow');
    await table.tap('g14');
    await table.touch('palette-red');
    await table.touch('palette-queen');
    await table.page.locator('[data-square="d4"]').focus();
    await table.page.keyboard.press('ArrowUp');
    await table.page.keyboard.press('Enter');
    assert.deepEqual((await pieces()).sort(), ['red-king h1', 'red-queen d5', 'yellow-king g14']);
  });

  test('puts players out who have no army, and gives points', async () => {
    for (const color of ['blue', 'green']) {
      await table.touch(`seat-${color}`);
      await table.touch('draft-out');
      await table.page.goBack();
      await table.get('draft-player').waitFor({ state: 'detached' });
    }
    await table.touch('seat-yellow');
    await table.get('draft-points').fill('12');
    await table.get('draft-points').blur();
    await table.page.goBack();
    await table.get('draft-player').waitFor({ state: 'detached' });
    await verdict(/can be played/);
    assert.match(await table.get('seat-yellow').innerText(), /12/);
  });

  test('leads to a new game from there', async () => {
    await table.touch('editor-play');
    await table.get('new-screen').waitFor();
    await table.touch('new-start');
    await table.until('the board', (board) => board.ply === 0);
    const shown = (await table.board()).pieces;
    assert.deepEqual(Object.keys(shown).sort(), ['d5', 'g14', 'h1']);
    assert.equal(shown.d5, 'red-queen');
  });

  test("takes over a game's position", async () => {
    const at = game.events[6];
    await table.page.goto(new URL(`#/editor/${game.id}/${at.number}`, stage.relay.url).href);
    await verdict(/can be played/);
    const board = new Map(game.start.map(({ square, piece }) => [square, piece]));
    for (const { changes } of game.events.slice(0, 7)) {
      for (const { square, after } of changes) {
        if (after) board.set(square, after);
        else board.delete(square);
      }
    }
    const expected = [...board].map(([square, { color, kind }]) => `${color}-${kind} ${square}`);
    assert.deepEqual((await pieces()).sort(), expected.sort());
    table.assertNoErrors();
  });
});
