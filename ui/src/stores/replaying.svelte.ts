/**
 * The replay on the screen: where one is in the game, and the timer that goes on by itself. It
 * outlives the screen, so that one comes back from the analysis to the same place.
 */
import type { Event, GameId } from '../protocol';
import { beginning, carryOn, goTo, latest, nextMoveOf, sinceLastOf, type Replay } from './replay';
import type { Color } from '../protocol';
import type { Timeline } from './timeline';

/** From one step to the next while it plays, in milliseconds. */
export const STEP_MS = 900;

/** Where one is in a game. */
export class Replaying {
  replay = $state.raw<Replay | null>(null);
  /** It goes on by itself. */
  playing = $state(false);
  /** The event just stepped onto, for its pill and its words. */
  fresh = $state.raw<Event | null>(null);

  #game: GameId | null = null;
  #timer: ReturnType<typeof setInterval> | undefined;

  /** Takes the game as it is now in. A game shown for the first time begins at its end. */
  follow({ game, events }: Timeline): void {
    if (this.#game !== game.id || !this.replay) {
      this.pause();
      this.#game = game.id;
      this.fresh = null;
      this.replay = goTo(beginning(game, events), events.length);
    } else {
      this.replay = carryOn(this.replay, game, events);
    }
  }

  /** Whether the last event is shown. */
  get atEnd(): boolean {
    return this.replay !== null && this.replay.at === this.replay.events.length;
  }

  /** The number by which the host knows the place. */
  get number(): number {
    return (this.replay && latest(this.replay)?.number) ?? 0;
  }

  /** Goes to a place; playing ends. */
  go(at: number): void {
    this.pause();
    this.#show(at);
  }

  /** Goes to the place after the event of a number. */
  goToNumber(number: number): void {
    const at = (this.replay?.events.findLastIndex((event) => event.number <= number) ?? -1) + 1;
    if (at !== this.replay?.at) this.go(at);
  }

  /** Some steps forward or back. */
  step(by: number): void {
    if (this.replay) this.go(this.replay.at + by);
  }

  /** On to a player's next move, and from the last one round to the first. */
  toMoveOf(color: Color): void {
    if (!this.replay) return;
    const next = nextMoveOf(this.replay, color) ?? nextMoveOf({ ...this.replay, at: 0 }, color);
    if (next !== null) this.go(next);
  }

  /** Plays on from here; at the end, from the start. */
  play(): void {
    if (!this.replay) return;
    if (this.atEnd) this.#show(0);
    this.#run();
  }

  /** Plays what happened since these players' last move. */
  playSince(yours: readonly Color[]): void {
    if (!this.replay) return;
    this.#show(sinceLastOf(this.replay.events, yours) ?? 0);
    this.#run();
  }

  /** Stands still. */
  pause(): void {
    clearInterval(this.#timer);
    this.playing = false;
  }

  #run(): void {
    this.pause();
    if (this.atEnd) return;
    this.playing = true;
    this.#timer = setInterval(() => {
      if (this.replay) this.#show(this.replay.at + 1);
      if (this.atEnd) this.pause();
    }, STEP_MS);
  }

  #show(at: number): void {
    if (!this.replay) return;
    const before = this.replay;
    this.replay = goTo(before, at);
    this.fresh = this.replay.at === before.at + 1 ? latest(this.replay) : null;
  }
}
