/**
 * What is heard and felt, by the settings.
 */
import { openNative, WakeLock, type Native } from '../native';
import type { Color, Event, LegalMove, Settings } from '../protocol';
import { cueOfMove, cuesOf, feltOf, isHeard, type Cue } from '../sound/cues';
import { Speaker } from '../sound/speaker';

/** Loudspeaker, vibration and the light of the screen. */
export class Senses {
  readonly speaker: Speaker;
  readonly native: Native;
  readonly wake = new WakeLock();

  #settings: () => Settings;
  /** The move of ours that was heard when it was played. */
  #heard: string | null = null;

  constructor(settings: () => Settings, speaker = new Speaker(), native = openNative()) {
    this.#settings = settings;
    this.speaker = speaker;
    this.native = native;
  }

  /** A move of ours is on its way to the host. */
  played(move: LegalMove, color: Color): void {
    this.#heard = move.move;
    this.say([cueOfMove(move, color)]);
  }

  /** Something has happened and is on the screen. */
  happened(event: Event, yours: readonly Color[]): void {
    const { action } = event;
    const heard = action.type === 'move' && action.move === this.#heard;
    this.#heard = null;
    this.say(cuesOf(event, yours, heard));
    const felt = feltOf(event, yours, this.#settings().haptics);
    if (felt && !document.hidden) this.native.impact(felt);
  }

  /** Lets cues be heard, those that the settings allow. */
  say(cues: readonly Cue[]): void {
    const { sounds } = this.#settings();
    this.speaker.play(cues.filter((cue) => isHeard(cue, sounds)));
  }
}
