/** Messages of a host, dressed up on their way to the page: what can be seen without rules for it. */
import { Table } from './table.mjs';

const CPU = { type: 'cpu', level: 2 };
const others = (seats) => seats.map((seat, i) => (i === 0 ? seat : { ...seat, player: CPU }));
const mine = (now) => ({ ...now, legal: now.turn === 'red' ? now.legal : [] });

/** A message as it would be if Red alone were a person. */
export function dressed(message) {
  switch (message.type) {
    case 'snapshot': {
      const { game } = message;
      const now = mine(game.now);
      return { ...message, game: { ...game, seats: others(game.seats), yours: ['red'], now } };
    }
    case 'happened':
      return { ...message, now: mine(message.now) };
    case 'welcome':
    case 'games': {
      const games = message.games.map((one) => {
        return { ...one, seats: others(one.seats), yours: ['red'] };
      });
      return { ...message, games };
    }
    default:
      return message;
  }
}

/** Letters of moves that promote. */
const LETTERS = { queen: 'q', rook: 'r', bishop: 'b', knight: 'n' };

/** Offers a promoting pawn the other pieces too, as other rules do. */
export function allPromotions(message) {
  const offer = (now) => ({
    ...now,
    legal: now.legal.flatMap((move) =>
      move.promotion
        ? Object.entries(LETTERS).map(([promotion, letter]) => ({
            ...move,
            move: `${move.from}${move.to}${letter}`,
            promotion,
          }))
        : [move],
    ),
  });
  if (message.type === 'happened') return { ...message, now: offer(message.now) };
  if (message.type !== 'snapshot') return message;
  return { ...message, game: { ...message.game, now: offer(message.game.now) } };
}

/**
 * Opens a page of a device, on a game or on the home screen, whose messages are dressed.
 * @param {import('./stage.mjs').Stage} stage
 * @param {import('playwright-core').BrowserContext} device
 * @param {(message: any) => any} dress
 * @param {string | null} [game]
 */
export async function openDressed(stage, device, dress, game = null) {
  const page = await device.newPage();
  await page.routeWebSocket(/\/ws$/, (socket) => {
    const server = socket.connectToServer();
    server.onMessage((text) => socket.send(JSON.stringify(dress(JSON.parse(String(text))))));
  });
  const table = new Table(page);
  await page.goto(new URL(game === null ? '' : `#/game/${game}`, stage.relay.url).href);
  if (game === null) await table.get('home-play').waitFor();
  return table;
}
