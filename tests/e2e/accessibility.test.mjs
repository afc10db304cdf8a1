/**
 * Every screen by axe-core's rules, in every theme: nothing serious, nothing critical. And at twice
 * the usual size of text nothing lies off the page.
 */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import axe from 'axe-core';
import { defects } from './lib/defects.mjs';
import { openDressed } from './lib/dress.mjs';
import { furnished, SCREENS, show, worn } from './lib/screens.mjs';
import { Stage } from './lib/stage.mjs';
import { until } from './lib/wait.mjs';

const GRAVE = ['serious', 'critical'];
const THEMES = ['light', 'dark', 'contrast'];

/** Fails on grave findings. */
async function assertAccessible(table, what) {
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

for (const theme of THEMES) {
  describe(`accessibility, ${theme}`, { timeout: 180_000 }, () => {
    /** @type {Stage} */
    let stage;
    /** @type {import('./lib/table.mjs').Table} */
    let table;
    let device;
    let games;
    let seat;
    before(async () => {
      stage = await Stage.open();
      ({ device, table, games, seat } = await furnished(stage, { theme }));
    });
    after(() => stage.close());

    for (const [name, screen] of Object.entries(SCREENS)) {
      test(name, async () => {
        await show(table, games, screen);
        await assertAccessible(table, name);
      });
    }

    test('several people, handing the device on', async () => {
      await seat({ turning: 'mover', handOver: true });
      await show(table, games, { at: ({ party }) => `/game/${party}`, shows: 'handover' });
      await assertAccessible(table, 'the screen between two turns');
      await seat({ turning: 'owners', handOver: false });
      await show(table, games, { at: ({ party }) => `/game/${party}`, shows: 'strip-red' });
      await assertAccessible(table, 'a device that lies flat');
      await seat({ turning: 'fixed', handOver: false });
    });

    test('piece in hand and unconfirmed move', async () => {
      await show(table, games, SCREENS.game);
      await table.turn();
      await table.choose('g2');
      await assertAccessible(table, 'piece in hand');
      await table.tap('g4');
      await table.get('confirm-move').waitFor();
      await assertAccessible(table, 'unconfirmed move');
      await table.touch('confirm-cancel');
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

    test('the list of moves and the coordinates', async () => {
      await show(table, games, SCREENS.game);
      await table.touch('game-menu');
      await table.touch('menu-input');
      await table.get('move-row').first().waitFor();
      await assertAccessible(table, 'the list of moves');
      await table.touch('input-pad');
      await table.get('pad').waitFor();
      await assertAccessible(table, 'the coordinates');
      await table.touch('input-board');
      table.assertNoErrors();
    });

    test('what the host has to say', async () => {
      const problem = { item: { type: 'settings' }, problem: 'damaged', keptAs: 'x', movesLost: 1 };
      const dress = (message) => {
        if (message.type === 'welcome') return { ...message, problems: [problem] };
        if (message.type !== 'settings') return message;
        return { type: 'refused', request: null, game: null, code: 'not-saved', params: {} };
      };
      const told = await openDressed(stage, device, dress);
      await told.page.evaluate(axe.source);
      await told.get('problem-notice').waitFor();
      await assertAccessible(told, 'what could not be read');
      await told.touch('settings-open');
      await told.touch('theme-system');
      await told.get('notice').waitFor();
      await assertAccessible(told, 'a refusal');
      await told.page.close();
    });

    test('a line that is lost', async () => {
      await show(table, games, SCREENS.game);
      await stage.relay.kill();
      await table.get('offline-notice').waitFor();
      await assertAccessible(table, 'a game without a line');
      await table.page.goto('about:blank');
      await stage.relay.up();
    });
  });
}

describe('text of twice the size', { timeout: 180_000 }, () => {
  /** @type {Stage} */
  let stage;
  /** @type {import('./lib/table.mjs').Table} */
  let table;
  let games;
  before(async () => {
    stage = await Stage.open();
    const options = { viewport: { width: 360, height: 740 }, deviceScaleFactor: 1 };
    ({ table, games } = await furnished(stage, { theme: 'light' }, options));
    await table.page.evaluate(() => (document.documentElement.style.fontSize = '200%'));
  });
  after(() => stage.close());

  for (const [name, screen] of Object.entries(SCREENS)) {
    test(name, async () => {
      await show(table, games, screen);
      const found = await table.page.evaluate(defects);
      const off = found.filter((one) => /off the page|too wide|board is cut/.test(one));
      assert.deepEqual(off, [], name);
      await assertAccessible(table, name);
    });
  }
});

describe('the keyboard', { timeout: 120_000 }, () => {
  /** @type {Stage} */
  let stage;
  /** @type {import('./lib/table.mjs').Table} */
  let table;
  before(async () => {
    stage = await Stage.open();
    table = await stage.table();
  });
  after(() => stage.close());

  const focused = () =>
    table.page.evaluate(() => {
      const { activeElement } = document;
      return activeElement?.getAttribute('data-testid') ?? activeElement?.tagName ?? null;
    });
  const press = (key) => table.page.keyboard.press(key);

  test('a new screen takes the focus at its heading', async () => {
    await table.get('settings-open').focus();
    await press('Enter');
    await table.get('settings-screen').waitFor();
    const heading = table.get('settings-screen').locator('h2').first();
    const reached = () => heading.evaluate((node) => node === document.activeElement);
    await until('the heading', reached, { state: focused });
  });

  test('a group of buttons is one stop, and arrows choose', async () => {
    await table.get('theme-system').focus();
    await press('ArrowRight');
    await press('ArrowRight');
    assert.equal(await focused(), 'theme-dark');
    await until('the dark theme', async () => (await worn(table)) === 'dark');
    await press('Tab');
    assert.equal(await focused(), 'pieces-classic');
  });

  test('a sheet takes the focus and gives it back', async () => {
    await table.get('speed').focus();
    await press('Enter');
    await table.get('speed-sheet').waitFor();
    assert.equal(await focused(), 'speed-normal', 'what is chosen');
    for (let i = 0; i < 6; i += 1) {
      await press('Tab');
      const inside = await table.page.evaluate(
        () =>
          document.activeElement === document.body ||
          document.activeElement?.closest('dialog') !== null,
      );
      assert.ok(inside, 'the focus stays in the sheet');
    }
    await press('Escape');
    await table.get('speed-sheet').waitFor({ state: 'detached' });
    await until('the row', async () => (await focused()) === 'speed', { state: focused });
  });

  test('the board by its arrows, and what happens is read out', async () => {
    await table.touch('back');
    await table.start(1);
    await table.turn();
    await table.page.locator('[data-square="g4"]').focus();
    for (const key of ['ArrowDown', 'ArrowDown', 'Enter']) await press(key);
    await table.until('g2 in hand', (board) => board.held === 'g2');
    for (const key of ['ArrowUp', 'ArrowUp', 'Enter', 'Enter']) await press(key);
    await table.until('the answers', (board) => board.ply >= 4 && board.yours);
    const told = () => table.get('spoken').locator('p').allTextContents();
    await until('my turn read out', async () => (await told()).at(-1) === 'Your turn', {
      state: told,
    });
    const said = await told();
    assert.match(said.join('\n'), /Pawn g2 – g4/);
    assert.ok(said.length >= 4, 'four moves were told');
    table.assertNoErrors();
  });
});
