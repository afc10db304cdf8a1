/** A page with the game on it, and a finger on its glass. */
import assert from 'node:assert/strict';
import { SOON_MS, until } from './wait.mjs';
import { Wire } from './wire.mjs';

/** What the board says of itself. Runs in the page. */
function readBoard() {
  const root = document.querySelector('[data-board]');
  if (!(root instanceof HTMLElement)) return null;
  const { ply, hash, turn, yourTurn, animating } = root.dataset;
  // A piece that was taken fades for a moment where its taker stands already.
  const squares = [...root.querySelectorAll('[data-at]')].map((node) =>
    node.getAttribute('data-at'),
  );
  const alone = new Set(squares).size === squares.length;
  const named = (selector) =>
    [...root.querySelectorAll(selector)].map((node) => node.getAttribute('data-square'));
  return {
    ply: Number(ply),
    hash,
    turn: turn || null,
    yours: yourTurn === 'true',
    busy: animating === 'true' || !alone,
    held: named('[data-square][aria-selected="true"]')[0] ?? null,
    targets: named('[data-square][data-target]'),
    pieces: Object.fromEntries(
      [...root.querySelectorAll('[data-piece]')].map((node) => [
        node.getAttribute('data-at'),
        node.getAttribute('data-piece'),
      ]),
    ),
  };
}

/** One page of a device. */
export class Table {
  /** Errors that the page or its console told. */
  errors = [];

  /** @param {import('playwright-core').Page} page */
  constructor(page) {
    this.page = page;
    this.wire = new Wire(page);
    page.on('console', (line) => {
      if (line.type() === 'error') this.errors.push(`console: ${line.text()}`);
    });
    page.on('pageerror', (error) => this.errors.push(`page: ${error.stack ?? error}`));
    page.on('crash', () => this.errors.push('the page crashed'));
    page.on('response', (answer) => {
      if (answer.status() >= 400) this.errors.push(`${answer.status()} ${answer.url()}`);
    });
  }

  /**
   * Opens a new page at the relay's address.
   * @param {import('playwright-core').BrowserContext} device
   * @param {import('./relay.mjs').Relay} relay
   */
  static async open(device, relay) {
    const table = new Table(await device.newPage());
    await table.page.goto(relay.url);
    return table;
  }

  /** By its `data-testid`. */
  get(testid) {
    return this.page.getByTestId(testid);
  }

  /** Taps what has a `data-testid`; on a sheet, when it has stopped sliding. */
  async touch(testid) {
    const it = this.get(testid);
    await it.evaluate(async (element) => {
      const slides = element.closest('dialog')?.getAnimations() ?? [];
      await Promise.allSettled(slides.map(({ finished }) => finished));
    });
    await it.tap();
  }

  /** From the home screen into a new game against three CPUs of a level. */
  async start(level) {
    await this.touch('home-play');
    await this.touch(`level-${level}`);
    await this.touch('new-start');
    await this.get('home-play').waitFor({ state: 'detached' });
    await this.until('the board', (board) => board.ply >= 0);
  }

  /**
   * From the home screen into a new game of four people at this device.
   * @param {{ variant?: string, clock?: string, turning?: string, handOver?: boolean }} [wishes]
   */
  async startHere({ variant, clock, turning, handOver = false } = {}) {
    await this.touch('home-here');
    if (variant) await this.touch(`variant-${variant}`);
    if (clock) await this.touch(`clock-${clock}`);
    if (turning || handOver) {
      await this.touch('new-view');
      if (turning) await this.touch(`turning-${turning}`);
      if (handOver) await this.touch('hand-over');
      await this.touch('view-done');
      await this.get('view-sheet').waitFor({ state: 'detached' });
    }
    await this.touch('new-start');
    await this.get('new-screen').waitFor({ state: 'detached' });
    if (!handOver) await this.until('the board', (board) => board.ply >= 0);
  }

  /** Lets the player to move, who is a person here, give up through the menu. */
  async resign(color) {
    await this.touch('game-menu');
    await this.touch('menu-resign');
    if ((await this.get('resign-who').count()) > 0) await this.touch(`resign-${color}`);
    await this.touch('resign-yes');
  }

  /** From the home screen into the game played last. */
  async goOn() {
    await this.touch('home-continue');
    await this.until('the board', (board) => board.ply >= 0);
  }

  /** What the board says of itself; null when there is none. */
  async board() {
    return await this.page.evaluate(readBoard);
  }

  /** Waits until the board fits. */
  async until(what, fits, within = SOON_MS) {
    const found = async () => {
      const board = await this.board();
      return board && fits(board) ? board : null;
    };
    return await until(what, found, { within, every: 15, state: () => this.board() });
  }

  /** Waits until the board stands still and the person at this page is to move. */
  async turn(within) {
    return await this.until('my turn', (board) => board.yours && !board.busy, within);
  }

  /** The middle of a square, in CSS pixels of the page. */
  async middle(square) {
    const box = await this.page.locator(`[data-square="${square}"]`).boundingBox();
    assert.ok(box, `square ${square} is on the page`);
    return { x: box.x + box.width / 2, y: box.y + box.height / 2, size: box.width };
  }

  /** Touches a square, `right` and `down` squares away from its middle. */
  async tap(square, { right = 0, down = 0 } = {}) {
    const { x, y, size } = await this.middle(square);
    await this.page.touchscreen.tap(x + right * size, y + down * size);
  }

  /** Takes the piece on a square in hand by a tap and gives the offered targets. */
  async choose(square) {
    await this.tap(square);
    return (await this.until(`${square} in hand`, (board) => board.held === square)).targets;
  }

  /** Plays a move by taps: the piece, then the target, which must be offered. */
  async move(from, to) {
    await this.turn();
    const targets = await this.choose(from);
    assert.ok(targets.includes(to), `${to} is offered: ${targets}`);
    await this.play(to);
  }

  /** Plays the piece in hand to an offered target: a tap and, where the page asks, the tick. */
  async play(to) {
    const { ply, held } = await this.board();
    const before = this.wire.asked('play').length;
    await this.tap(to);
    const tick = this.get('confirm-move');
    const next = await until(`the move ${held}${to} or its tick`, async () => {
      if (this.wire.asked('play').length > before) return 'sent';
      return (await tick.isVisible()) ? 'tick' : null;
    });
    if (next === 'tick') await tick.tap();
    await this.until(`${held}${to} on the board`, (board) => board.ply > ply);
  }

  /** A finger that stays on the glass: see {@link Finger}. */
  async finger() {
    return new Finger(await this.page.context().newCDPSession(this.page));
  }

  /** Fails when the page told an error, but for those that are expected. */
  assertNoErrors(expected = /^$/) {
    const errors = this.errors.filter((error) => !expected.test(error));
    assert.deepEqual(errors, [], 'the page told no errors');
  }
}

/** A finger that goes down, moves and is lifted. */
export class Finger {
  /** @param {import('playwright-core').CDPSession} session */
  constructor(session) {
    this.session = session;
  }

  async #send(type, points) {
    const touchPoints = points.map(({ x, y }) => ({ x, y, id: 1 }));
    await this.session.send('Input.dispatchTouchEvent', { type, touchPoints });
  }

  /** Puts it on the glass. */
  async down(point) {
    this.at = point;
    await this.#send('touchStart', [point]);
  }

  /** Moves it in small steps, as a hand does. */
  async move(point, steps = 8) {
    const { x, y } = this.at;
    for (let i = 1; i <= steps; i += 1) {
      const share = i / steps;
      await this.#send('touchMove', [
        { x: x + (point.x - x) * share, y: y + (point.y - y) * share },
      ]);
    }
    this.at = point;
  }

  /** Lifts it. */
  async up() {
    await this.#send('touchEnd', []);
  }

  /** The system takes the touch away, as for its own gestures. */
  async cancel() {
    await this.#send('touchCancel', []);
  }
}
