/**
 * A move entered before its turn. It is kept by the page alone and sent only when the turn has come
 * by an event that has just happened: after a snapshot or a lost line it is forgotten, so that no
 * gesture is ever replayed.
 */
import type { Backend } from '../backend/backend';
import type { Color, GameId, LegalMove, Premove, ServerMessage } from '../protocol';

/** What may be entered, and what was. */
export class Premoves {
  /** Moves that may be entered now; null: none may. */
  offered = $state.raw<readonly Premove[] | null>(null);
  /** The one that was entered. */
  chosen = $state.raw<Premove | null>(null);

  #backend: Backend;
  #request = 0;

  constructor(backend: Backend) {
    this.#backend = backend;
  }

  /** Asks what a colour may enter. */
  ask(game: GameId, color: Color): void {
    this.#request = this.#backend.send({ type: 'ask-premoves', game, color });
  }

  /** Enters a move, or takes it back. */
  choose(move: Premove | null): void {
    this.chosen = move;
  }

  /** The turn has come: the move if it is legal, and nothing is kept. */
  take(legal: readonly LegalMove[]): LegalMove | null {
    const move = legal.find((one) => one.move === this.chosen?.move) ?? null;
    this.clear();
    return move;
  }

  /** Forgets everything. */
  clear(): void {
    this.offered = null;
    this.chosen = null;
    this.#request = 0;
  }

  /** Whether a request is ours: nobody asked for it by hand, so its refusal is no news. */
  owns(request: number | null): boolean {
    return request !== null && request === this.#request;
  }

  /** Takes a message of the host. */
  hear(message: ServerMessage): void {
    if (message.type !== 'premoves' || message.request !== this.#request) return;
    this.offered = message.moves;
  }
}
