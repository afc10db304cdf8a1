/**
 * The list of games that the host keeps.
 */
import type { Backend } from '../backend/backend';
import type { GameId, GameSummary, ServerMessage } from '../protocol';

/** The list, newest first. */
export class Games {
  /** Everything that the host keeps, what is in the bin too. */
  all = $state.raw<readonly GameSummary[]>([]);

  #backend: Backend;

  constructor(backend: Backend) {
    this.#backend = backend;
  }

  /** Games that nobody has deleted. */
  get list(): readonly GameSummary[] {
    return this.all.filter((game) => game.deleted === null);
  }

  /** Games that can be played on. */
  get open(): readonly GameSummary[] {
    return this.list.filter((game) => !game.result);
  }

  /** Games that are over. */
  get finished(): readonly GameSummary[] {
    return this.list.filter((game) => game.result);
  }

  /** Deleted games, the one deleted last first. */
  get bin(): readonly GameSummary[] {
    const deleted = this.all.filter((game) => game.deleted !== null);
    return deleted.toSorted((a, b) => (b.deleted ?? 0) - (a.deleted ?? 0));
  }

  /** Takes a message of the host. */
  hear(message: ServerMessage): void {
    if (message.type === 'welcome' || message.type === 'games') this.all = message.games;
  }

  /** Asks for the list as it is now. */
  refresh(): void {
    this.#backend.send({ type: 'list-games' });
  }

  /** Puts a game into the bin; the host's next list confirms it. */
  remove(game: GameId): void {
    this.#backend.send({ type: 'delete-game', game });
  }

  /** Takes a game out of the bin. */
  restore(game: GameId): void {
    this.#backend.send({ type: 'restore-game', game });
  }

  /** Removes a game in the bin for good. */
  purge(game: GameId): void {
    this.#backend.send({ type: 'purge-game', game });
  }
}
