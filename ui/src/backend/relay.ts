/**
 * A relay as a host: a socket to the server that the page came from. `/ws` is the device's own
 * games, `/room` a room of friends.
 */
import type { ServerMessage } from '../protocol';
import { SteadyLine, type Wire, type WireEvents } from './line';

/** Opens a socket as a wire. */
function socketWire(url: string, events: WireEvents): Wire {
  const socket = new WebSocket(url);
  socket.onopen = events.opened;
  socket.onmessage = ({ data }) => {
    if (typeof data === 'string') events.heard(JSON.parse(data) as ServerMessage);
  };
  socket.onclose = events.closed;
  return {
    send(request) {
      if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify(request));
    },
    close: () => socket.close(),
  };
}

/** Talks to a relay. */
export class RelayBackend extends SteadyLine {
  /**
   * @param page the page's own address: the socket lies beside it
   * @param path where
   */
  constructor(page: URL | Location, path: '/ws' | '/room' = '/ws') {
    const url = `${page.protocol === 'https:' ? 'wss' : 'ws'}://${page.host}${path}`;
    super((events) => socketWire(url, events));
  }
}
