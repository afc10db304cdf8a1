/** Every screen by axe-core's rules: nothing serious, nothing critical. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import axe from 'axe-core';
import { PERSONS } from './lib/client.mjs';
import { playUntil } from './lib/player.mjs';
import { seeded } from './lib/random.mjs';
import { Stage } from './lib/stage.mjs';

const GRAVE = ['serious', 'critical'];

/** Fails on grave findings. */
async function assertAccessible(table, what) {
  await table.page.evaluate(axe.source);
  // A sheet that is still fading in has colours of its own for a moment.
  await table.page.evaluate(async () => {
    const ending = document
      .getAnimations()
      .filter(({ effect }) => Number.isFinite(Number(effect?.getComputedTiming().endTime)));
    await Promise.allSettled(ending.map(({ finished }) => finished));
  });
  const found = await table.page.evaluate(async () => {
    const { violations } = await /** @type {any} */ (window).axe.run(document);
    return violations.map(({ id, impact, help, nodes }) => ({
      id,
      impact,
      help,
      nodes: nodes.slice(0, 3).map(({ html, failureSummary }) => `${html} ${failureSummary}`),
    }));
  });
  const grave = found.filter(({ impact }) => GRAVE.includes(impact));
  assert.deepEqual(grave, [], `${what}: grave findings`);
}

for (const colorScheme of ['light', 'dark']) {
  describe(`accessibility, ${colorScheme}`, { timeout: 120_000 }, () => {
    /** @type {Stage} */
    let stage;
    /** @type {import('./lib/table.mjs').Table} */
    let table;
    before(async () => {
      stage = await Stage.open();
      table = await stage.table({ colorScheme });
    });
    after(() => stage.close());

    test('home', () => assertAccessible(table, 'home'));

    test('new game', async () => {
      await table.touch('home-play');
      await table.get('new-start').waitFor();
      await assertAccessible(table, 'new game');
    });

    test('game, piece in hand and unconfirmed move', async () => {
      await table.touch('new-start');
      await table.turn();
      await assertAccessible(table, 'game');
      await table.choose('g2');
      await assertAccessible(table, 'piece in hand');
      await table.tap('g4');
      await table.get('confirm-move').waitFor();
      await assertAccessible(table, 'unconfirmed move');
    });

    test('the squares are labelled, the pieces named', async () => {
      const labels = await table.page
        .locator('[data-square]')
        .evaluateAll((nodes) => nodes.map((node) => node.getAttribute('aria-label') ?? ''));
      assert.equal(labels.length, 160);
      assert.equal(new Set(labels).size, 160, 'no two squares sound alike');
      assert.ok(
        labels.some((label) => /king/i.test(label) && /h1/.test(label)),
        'the king on h1',
      );
    });

    test('menu', async () => {
      await table.touch('confirm-cancel');
      await table.touch('game-menu');
      await table.get('menu-sheet').waitFor();
      await assertAccessible(table, 'menu');
    });

    test('settings', async () => {
      await table.touch('menu-settings');
      await table.get('settings-screen').waitFor();
      await assertAccessible(table, 'settings');
    });

    test('end', async () => {
      const device = await stage.device({ colorScheme });
      const client = await stage.client(device);
      await client.create(PERSONS);
      const random = seeded(2);
      // A long game may have no end by itself in a bounded time: everybody else resigns.
      await playUntil(client, random, () => false, 60);
      const ended = await stage.tableOf(device);
      await ended.goOn();
      await client.resignAll();
      await ended.get('end-screen').waitFor();
      await assertAccessible(ended, 'end');
      ended.assertNoErrors();
    });
  });
}
