/** A move before its turn: entered, shown, taken back, and played when the turn comes. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { against } from './lib/client.mjs';
import { openGated } from './lib/gate.mjs';
import { Stage } from './lib/stage.mjs';
import { until } from './lib/wait.mjs';

/** A page on which Red has moved and the others wait behind the gate. */
async function waiting(t, settings = {}) {
  const stage = await Stage.open(t);
  const device = await stage.deviceWith({ confirm: 'off', premove: true, ...settings });
  const client = await stage.client(device);
  // They think long enough for what may be entered to be asked.
  const { id } = await client.create(against(3));
  await client.close();
  const { table, gate } = await openGated(stage, device, id);
  return { table, gate, played: () => table.wire.asked('play').map(({ move }) => move) };
}

test('on the board', { timeout: 60_000 }, async (t) => {
  const { table, gate, played } = await waiting(t);
  const framed = async () => {
    const frames = await table.page.locator('[data-premove]').all();
    return (await Promise.all(frames.map((one) => one.getAttribute('data-premove')))).sort();
  };
  const words = table.get('counsel');
  const enter = async () => {
    await until('what may be entered', () => table.wire.told('premoves').length > 0);
    assert.ok((await table.choose('h2')).includes('h4'));
    await table.tap('h4');
    await until('the frames', async () => (await framed()).join() === 'h2,h4');
    assert.equal(await words.getAttribute('data-kind'), 'check');
  };

  await table.turn();
  gate.shut('blue', 'yellow', 'green');
  await table.move('g2', 'g3');
  await enter();
  await table.tap('h4');
  await until('no frame', async () => (await framed()).length === 0);
  await enter();
  await table.page.locator('[data-square="h2"]').focus();
  await table.page.keyboard.press('Escape');
  await until('no frame', async () => (await framed()).length === 0);
  await enter();
  assert.deepEqual(played(), ['g2g3'], 'nothing is sent before its turn');

  gate.open();
  await until('the move in advance', () => played().length === 2);
  assert.deepEqual(played(), ['g2g3', 'h2h4']);
  await table.until('it stands there', ({ pieces }) => pieces.h4 === 'red-pawn');
  await until('the host has it', () => table.wire.game.events.some(({ ply }) => ply === 5));
  assert.deepEqual(await framed(), []);
  assert.deepEqual(table.wire.told('refused'), []);
  table.assertNoErrors();
});

test('from the list', { timeout: 60_000 }, async (t) => {
  const { table, gate, played } = await waiting(t, { input: 'list' });
  const words = table.get('counsel');
  const row = (move) => table.page.locator(`[data-move="${move}"]`);

  await row('g2g3').waitFor();
  gate.shut('blue', 'yellow', 'green');
  await row('g2g3').tap();
  await table.touch('confirm-bar');
  const enter = async () => {
    await table.touch('premove-enter');
    await row('h2h4').tap();
    await words.waitFor();
    assert.equal(await words.getAttribute('data-kind'), 'check');
  };
  await enter();
  await table.touch('premove-cancel');
  await words.waitFor({ state: 'detached' });
  await enter();
  assert.deepEqual(played(), ['g2g3']);
  gate.open();
  await until('the move in advance', () => played().length === 2);
  assert.deepEqual(played(), ['g2g3', 'h2h4']);
  table.assertNoErrors();
});
