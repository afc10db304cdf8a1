/**
 * The list of games that the host keeps.
 */
import type { Backend } from '../backend/backend';
import type { GameId, GameSummary, ServerMessage } from '../protocol';

/** The list, newest first. */
export class Games {
  list = $state.raw<readonly GameSummary[]>([]);

  #backend: Backend;

  constructor(backend: Backend) {
    this.#backend = backend;
  }

  /** Games that can be played on. */
  get open(): readonly GameSummary[] {
    return this.list.filter((game) => !game.result);
  }

  /** Games that are over. */
  get finished(): readonly GameSummary[] {
    return this.list.filter((game) => game.result);
  }

  /** Takes a message of the host. */
  hear(message: ServerMessage): void {
    if (message.type === 'welcome' || message.type === 'games') this.list = message.games;
  }

  /** Asks for the list as it is now. */
  refresh(): void {
    this.#backend.send({ type: 'list-games' });
  }

  /** Takes a game out of the list; the host's next list confirms it. */
  remove(game: GameId): void {
    this.#backend.send({ type: 'delete-game', game });
  }
}
