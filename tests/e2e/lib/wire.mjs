/** What a page and its host said to each other, and the game as the messages tell it. */

/** Listens to every socket of a page. */
export class Wire {
  /** Client messages, oldest first. */
  sent = [];
  /** Server messages, oldest first. */
  heard = [];
  /** The game shown last: a whole `GameView`, carried on by events. */
  game = null;
  /** How many sockets the page has opened. */
  sockets = 0;

  /** @param {import('playwright-core').Page} page */
  constructor(page) {
    page.on('websocket', (socket) => {
      this.sockets += 1;
      socket.on('framesent', ({ payload }) => this.sent.push(JSON.parse(String(payload)).message));
      socket.on('framereceived', ({ payload }) => this.#hear(JSON.parse(String(payload))));
    });
  }

  /** How things stand in the game. */
  get now() {
    return this.game?.now ?? null;
  }

  /** Client messages of a type. */
  asked(type) {
    return this.sent.filter((message) => message.type === type);
  }

  /** Server messages of a type. */
  told(type) {
    return this.heard.filter((message) => message.type === type);
  }

  #hear(message) {
    this.heard.push(message);
    this.game = carryOn(this.game, message);
  }
}

/**
 * The game after a server message. A gap in the numbers is an error: the host promises none.
 * @param {any} game a `GameView` or null
 * @param {any} message a `ServerMessage`
 */
export function carryOn(game, message) {
  if (message.type === 'snapshot') return message.game;
  if (message.type !== 'happened' || game?.id !== message.game) return game;
  const { event, now } = message;
  if (event.number !== game.number + 1) {
    throw new Error(`Event ${event.number} came after ${game.number}`);
  }
  const board = new Map(game.board.map((placed) => [placed.square, placed]));
  for (const { square, after } of event.changes) {
    if (after) board.set(square, { square, piece: after });
    else board.delete(square);
  }
  const events = [...game.events, event];
  return { ...game, number: event.number, board: [...board.values()], events, now };
}
