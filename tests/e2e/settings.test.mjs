/** Languages with their plurals, and settings that last. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { Stage } from './lib/stage.mjs';
import { until } from './lib/wait.mjs';

describe('settings', { timeout: 120_000 }, () => {
  /** @type {Stage} */
  let stage;
  before(async () => {
    stage = await Stage.open();
  });
  after(() => stage.close());

  const language = (table) => table.page.evaluate(() => document.documentElement.lang);

  /** Chooses a language and goes home. */
  async function speak(table, name) {
    await table.touch('settings-open');
    await table.touch(`language-${name}`);
    await until(`the page in ${name}`, async () => (await language(table)) === name);
    await table.touch('back');
    await table.get('home-play').waitFor();
  }

  test('the page speaks the language of the system', async () => {
    const spoken = { 'de-AT': 'de', 'ru-RU': 'ru', 'en-GB': 'en', 'fi-FI': 'en' };
    for (const [locale, expected] of Object.entries(spoken)) {
      const table = await stage.table({ locale });
      assert.equal(await language(table), expected, locale);
      await table.page.context().close();
    }
  });

  test('languages with their plurals', async () => {
    const device = await stage.device();
    const client = await stage.client(device);
    const table = await stage.tableOf(device);
    const plurals = {
      de: { 1: /1 Partie(?!\p{L})/u, 2: /2 Partien/, 5: /5 Partien/ },
      en: { 1: /1 game(?!\p{L})/u, 2: /2 games/, 5: /5 games/ },
      ru: { 1: /1 партия/, 2: /2 партии/, 5: /5 партий/ },
    };
    let kept = 0;
    for (const count of [1, 2, 5]) {
      for (; kept < count; kept += 1) await client.create();
      for (const [name, forms] of Object.entries(plurals)) {
        await speak(table, name);
        const button = table.get('home-games');
        await until(
          `${forms[count]} in ${name}`,
          async () => forms[count].test((await button.textContent()) ?? ''),
          { state: () => button.textContent() },
        );
      }
    }
    table.assertNoErrors();
  });

  test('settings last over a reload and a restart of the relay', async () => {
    const table = await stage.table();
    const read = () =>
      table.page.evaluate(() => ({
        language: document.documentElement.lang,
        theme: document.documentElement.dataset.theme,
      }));
    await table.touch('settings-open');
    await table.touch('theme-dark');
    await table.touch('language-ru');
    await table.touch('confirm');
    await table.touch('confirm-on');
    await table.touch('choice-done');
    await table.touch('coordinates');
    await table.get('name').fill('Anna-Maria');
    await table.get('name').blur();
    const checked = async () => ({
      confirm: await table.get('confirm').locator('.value').textContent(),
      theme: await table.get('theme-dark').getAttribute('aria-checked'),
      coordinates: await table.get('coordinates').getAttribute('aria-checked'),
      name: await table.get('name').inputValue(),
    });
    const wanted = { confirm: 'Всегда', theme: 'true', coordinates: 'false', name: 'Anna-Maria' };
    const saved = () => table.wire.told('settings').at(-1)?.settings.name === 'Anna-Maria';
    await until('the settings to be kept', saved);
    assert.deepEqual(await checked(), wanted);
    assert.deepEqual(await read(), { language: 'ru', theme: 'dark' });

    await table.page.reload();
    await table.get('settings-screen').waitFor();
    await until('the settings', async () => (await read()).theme === 'dark', { state: read });
    assert.deepEqual([await checked(), await read()], [wanted, { language: 'ru', theme: 'dark' }]);

    await stage.relay.kill();
    await stage.relay.up();
    await table.page.reload();
    await table.get('settings-screen').waitFor();
    await until('the settings', async () => (await read()).theme === 'dark', { state: read });
    assert.deepEqual([await checked(), await read()], [wanted, { language: 'ru', theme: 'dark' }]);
  });

  test('pieces, squares and speed are worn at once, the theme before the host answers', async () => {
    const table = await stage.table({ colorScheme: 'light' });
    const worn = () => table.page.evaluate(() => ({ ...document.documentElement.dataset }));
    await table.touch('settings-open');
    await table.touch('theme-contrast');
    await table.get('shade-none').waitFor();
    await table.touch('theme-dark');
    await table.touch('shade-slate');
    await table.touch('pieces-letters');
    await table.touch('speed');
    await table.touch('speed-off');
    await until('the look', async () => (await worn()).speed === 'off', { state: worn });
    const { theme, shade } = await worn();
    assert.deepEqual({ theme, shade }, { theme: 'dark', shade: 'slate' });
    const paced = await table.page.evaluate(() =>
      getComputedStyle(document.documentElement).getPropertyValue('--pace').trim(),
    );
    assert.equal(paced, '0');
    await table.touch('choice-done');
    await until('the settings to be kept', () => {
      const kept = table.wire.told('settings').at(-1)?.settings;
      return kept?.speed === 'off' && kept.pieces === 'letters';
    });

    // The next start wears the theme although no host answers.
    await table.page.routeWebSocket(/\/ws$/, () => {});
    await table.page.reload({ waitUntil: 'commit' });
    await until('the dark theme', async () => (await worn()).theme === 'dark', { state: worn });
  });

  test('sounds have switches and can be heard', async () => {
    const table = await stage.table();
    await table.touch('settings-open');
    await table.touch('sounds');
    await table.touch('hear-turn');
    await table.touch('sound-points');
    await until('the switch', () => {
      const kept = table.wire.told('settings').at(-1)?.settings.sounds;
      return kept?.points === false && kept.on;
    });
    await table.touch('sounds-on');
    await until('silence', async () => await table.get('sound-mine').isDisabled());
    await table.touch('back');
    await table.get('settings-screen').waitFor();
    assert.match((await table.get('sounds').textContent()) ?? '', /off/);
    table.assertNoErrors();
  });
});
