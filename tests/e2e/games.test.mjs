/** The lists of games: open and finished ones, the bin, statistics, rules. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import { against, PERSONS } from './lib/client.mjs';
import { playUntil } from './lib/player.mjs';
import { seeded } from './lib/random.mjs';
import { Stage } from './lib/stage.mjs';
import { until } from './lib/wait.mjs';

describe('games', { timeout: 120_000 }, () => {
  /** @type {Stage} */
  let stage;
  /** @type {import('./lib/table.mjs').Table} */
  let table;
  let open;
  let over;
  let places;

  before(async () => {
    stage = await Stage.open();
    const device = await stage.device();
    const client = await stage.client(device);
    const me = { name: null, player: { type: 'person', me: true } };
    await client.create([me, ...PERSONS.slice(1)]);
    await playUntil(client, seeded(3), () => false, 12);
    await client.resignAll();
    over = client.game.id;
    ({ places } = client.game.now.result);
    await client.create([me, ...against(1).slice(1)]);
    open = client.game.id;
    await client.close();
    table = await stage.tableOf(device);
  });
  after(() => stage.close());

  const rows = () =>
    table.page
      .getByTestId('game-row')
      .evaluateAll((nodes) => nodes.map((node) => node.getAttribute('data-game')));

  /** Waits until these games are listed, in this order. */
  const listed = (games) =>
    until(`${games} in the list`, async () => isDeepStrictEqual(await rows(), games), {
      state: rows,
    });

  test('open ones are listed with their picture, finished ones apart', async () => {
    await table.touch('home-games');
    await listed([open]);
    assert.match(await table.get('game-row').innerText(), /You begin/);
    assert.equal(await table.page.locator('[data-game] svg rect').count(), 64, 'all the pieces');
    await table.touch('games-finished');
    await listed([over]);
  });

  test('a finished one opens its replay', async () => {
    await table.touch('game-row');
    await table.get('replay-screen').waitFor();
    await table.touch('back');
    await table.get('games-screen').waitFor();
  });

  test("the owner's finished games are counted", async () => {
    await table.touch('statistics-open');
    assert.equal(await table.get('statistics-played').innerText(), '1');
    const won = places[0] === 1 ? '1' : '0';
    assert.equal(await table.get('statistics-won').innerText(), won);
    await table.touch('statistics-computer');
    await table.get('statistics-empty').waitFor();
    await table.touch('back');
  });

  test('a deleted one can be brought back, until it is removed for good', async () => {
    await table.touch('games-finished');
    await table.touch('game-more');
    await table.touch('game-delete');
    await table.touch('bin-open');
    await table.get('bin-row').waitFor();
    assert.match(await table.get('bin-row').innerText(), /7 days left/);
    await table.touch('bin-restore');
    await table.get('bin-empty').waitFor();
    await table.get('notice').getByText('back in the list').waitFor();
    await table.touch('back');
    await table.touch('games-finished');
    await listed([over]);
    await table.touch('game-more');
    await table.touch('game-delete');
    await table.touch('bin-open');
    await table.touch('bin-purge');
    await table.touch('purge-no');
    assert.equal(await table.get('bin-row').count(), 1);
    await table.touch('bin-purge');
    await table.touch('purge-yes');
    await table.get('bin-empty').waitFor();
    await table.touch('back');
    await table.touch('games-finished');
    await table.get('games-empty').waitFor();
  });

  test('a game in the bin counts for nothing', async () => {
    await table.touch('statistics-open');
    await table.get('statistics-empty').waitFor();
  });

  test('rules are told of each variant, by its own numbers', async () => {
    await table.page.goto(new URL('#/rules/solo', stage.relay.url).href);
    const screen = table.get('rules-screen');
    await screen.getByText('Giving checkmate').waitFor();
    assert.match(await screen.innerText(), /\+20/);
    await table.touch('rules-variant-1');
    await until('teams', async () => !/\+20/.test(await screen.innerText()));
    await table.touch('rules-view-1');
    const rule = table.page.locator('[data-rule="promotion.rank"]');
    assert.match(await rule.innerText(), /rank 11/);
    table.assertNoErrors();
  });
});
