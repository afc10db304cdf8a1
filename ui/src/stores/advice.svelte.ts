/**
 * What the engine says beside the game: the best move, and what an unconfirmed move would risk.
 * Every answer belongs to one position and goes with it.
 */
import type { Backend } from '../backend/backend';
import type { AnalysisLine, Danger, GameId, LegalMove, Now, ServerMessage } from '../protocol';
import { Patience } from './patience.svelte';

/** Advice for the position shown. */
export class Advice {
  /** The line proposed, its first step being the move; grows better while it is looked for. */
  hint = $state.raw<AnalysisLine | null>(null);
  /** The best move is still being looked for. */
  thinking = $state(false);
  /** What the mover may lose after the unconfirmed move; null: no move is looked at. */
  foreseen = $state.raw<readonly Danger[] | null>(null);
  /** How long the first proposal takes. */
  readonly patience = new Patience();

  #backend: Backend;
  #analysis = 0;
  #preview = 0;

  constructor(backend: Backend) {
    this.#backend = backend;
  }

  /** Asks for the best move after the event of a number. */
  ask(game: GameId, number: number): void {
    this.hint = null;
    this.thinking = true;
    this.patience.begin();
    this.#analysis = this.#backend.send({ type: 'analyse', game, number, lines: 1 });
  }

  /** Asks what a move would risk; null: there is none any more. */
  look(game: GameId, now: Now, move: LegalMove | null): void {
    this.foreseen = null;
    this.#preview = 0;
    if (!move) return;
    const { ply, hash } = now;
    this.#preview = this.#backend.send({ type: 'preview', game, ply, hash, move: move.move });
  }

  /** The position has changed, or the advice is not wanted any more. */
  clear(): void {
    if (this.thinking) this.#backend.send({ type: 'stop-analysis' });
    this.hint = null;
    this.thinking = false;
    this.patience.end();
    this.foreseen = null;
    this.#analysis = this.#preview = 0;
  }

  /** Whether a request is a look ahead: nobody asked for it by hand, so its refusal is no news. */
  owns(request: number | null): boolean {
    return request !== null && request === this.#preview;
  }

  /** Takes a message of the host. */
  hear(message: ServerMessage): void {
    if (message.type === 'analysis' && message.request === this.#analysis) {
      this.hint = message.lines[0] ?? this.hint;
      if (message.done) this.thinking = false;
      if (message.done || this.hint) this.patience.end();
    } else if (message.type === 'previewed' && message.request === this.#preview) {
      this.foreseen = message.dangers;
    } else if (message.type === 'refused' && message.request !== null) {
      if (message.request !== this.#analysis) return;
      this.thinking = false;
      this.patience.end();
    }
  }
}
