/**
 * Plays strokes by Web Audio. Browsers let nothing be heard before the first gesture, and take the
 * sound away for a telephone call: every gesture asks for it again. A hidden page is quiet.
 */
import type { Cue } from './cues';
import { delayOf, strokesOf, type Stroke } from './voices';

/** Silence, as far as an exponential fall can reach it. */
const SILENT = 0.0001;
/** A stroke does not begin with a click. */
const ATTACK_S = 0.004;
const NOISE_S = 0.3;
const GESTURES = ['pointerdown', 'touchend', 'keydown'] as const;

/** The loudspeaker of the page. */
export class Speaker {
  #context: AudioContext | null = null;
  #noise: AudioBuffer | null = null;
  #make: () => AudioContext;

  /** @param make how to get a context; may throw where there is no sound. */
  constructor(make: () => AudioContext = () => new AudioContext()) {
    this.#make = make;
  }

  /** Waits for gestures; gives what ends that. */
  listen(): () => void {
    const wake = () => this.#wake();
    const seen = () => {
      if (document.hidden) void this.#context?.suspend();
      else if (this.#context) this.#wake();
    };
    for (const gesture of GESTURES) window.addEventListener(gesture, wake, { passive: true });
    document.addEventListener('visibilitychange', seen);
    return () => {
      for (const gesture of GESTURES) window.removeEventListener(gesture, wake);
      document.removeEventListener('visibilitychange', seen);
      void this.#context?.close();
      this.#context = null;
      this.#noise = null;
    };
  }

  /** Plays cues that belong together. What can't be heard now is never heard later. */
  play(cues: readonly Cue[]): void {
    const context = this.#context;
    if (!context || context.state !== 'running' || document.hidden) return;
    for (const cue of cues) {
      const start = context.currentTime + delayOf(cue);
      for (const one of strokesOf(cue)) this.#strike(context, one, start + one.at);
    }
  }

  /** Plays one cue for somebody who asked to hear it: without its delay. */
  show(cue: Cue): void {
    this.#wake();
    const context = this.#context;
    if (!context) return;
    for (const one of strokesOf(cue)) this.#strike(context, one, context.currentTime + one.at);
  }

  #wake(): void {
    try {
      this.#context ??= this.#make();
      if (this.#context.state !== 'running') this.#context.resume().catch(() => {});
    } catch {
      // No sound on this device: the game goes on without.
      this.#context = null;
    }
  }

  #strike(context: AudioContext, { kind, pitch, to, length, gain }: Stroke, at: number): void {
    const loudness = context.createGain();
    loudness.gain.setValueAtTime(SILENT, at);
    loudness.gain.exponentialRampToValueAtTime(gain, at + ATTACK_S);
    loudness.gain.exponentialRampToValueAtTime(SILENT, at + length);
    loudness.connect(context.destination);
    const glide = (param: AudioParam) => {
      param.setValueAtTime(pitch, at);
      param.exponentialRampToValueAtTime(to, at + length);
    };
    let source: AudioScheduledSourceNode;
    if (kind === 'noise') {
      const noise = context.createBufferSource();
      noise.buffer = this.#breath(context);
      const band = context.createBiquadFilter();
      band.type = 'bandpass';
      glide(band.frequency);
      noise.connect(band).connect(loudness);
      source = noise;
    } else {
      const tone = context.createOscillator();
      tone.type = kind;
      glide(tone.frequency);
      tone.connect(loudness);
      source = tone;
    }
    source.start(at);
    source.stop(at + length);
    source.onended = () => loudness.disconnect();
  }

  #breath(context: AudioContext): AudioBuffer {
    if (this.#noise) return this.#noise;
    const length = Math.ceil(NOISE_S * context.sampleRate);
    const buffer = context.createBuffer(1, length, context.sampleRate);
    const samples = buffer.getChannelData(0);
    for (let n = 0; n < length; n += 1) samples[n] = Math.random() * 2 - 1;
    return (this.#noise = buffer);
  }
}
