/** A gate in the line from the host to a page: what others do waits until the test lets it through. */
import { Table } from './table.mjs';

/** Opens a page of a device on a game, and gives its table and the gate. */
export async function openGated(stage, device, game) {
  const page = await device.newPage();
  const gate = new Gate();
  await page.routeWebSocket(/\/ws$/, (socket) => {
    const server = socket.connectToServer();
    server.onMessage((text) => gate.pass(JSON.parse(String(text)), () => socket.send(text)));
  });
  const table = new Table(page);
  await page.goto(new URL(`#/game/${game}`, stage.relay.url).href);
  return { table, gate };
}

/** Holds events back while it is shut; answers to what the page asks pass. */
class Gate {
  #shut = null;
  #waiting = [];

  /** From now on events of these colours wait. */
  shut(...colors) {
    this.#shut = colors;
  }

  /** Lets everything through. */
  open() {
    this.#shut = null;
    for (const send of this.#waiting.splice(0)) send();
  }

  /** Whether something waits. */
  get holds() {
    return this.#waiting.length > 0;
  }

  /** A message on its way. */
  pass(message, send) {
    const waits = message.type === 'happened' && this.#shut?.includes(message.event.color);
    if (waits || (this.holds && message.type !== 'premoves')) this.#waiting.push(send);
    else send();
  }
}
