/**
 * Which screen is shown and what lies over it. Every step is an entry of the browser's history, so
 * that the system's Back closes a sheet first, then leaves the screen, and never kills a game.
 */
import { fromHash, toHash, type Screen } from './address';

export { fromHash, toHash, type Screen } from './address';

/** A place: a screen and the sheet over it. */
interface Place {
  readonly screen: Screen;
  readonly sheet: string | null;
  /** How many of our entries lie below this one. */
  readonly depth: number;
}

/** A step back that the browser has not answered by then never will be. */
const LEAVE_WITHIN_MS = 500;

/** The screens' history. */
export class Router {
  #place = $state.raw<Place>({ screen: { name: 'home' }, sheet: null, depth: 0 });

  /** Puts down what is in hand on the screen, and says whether there was anything. */
  #putDown: (() => boolean) | null = null;
  #homing = false;
  /** A step back is under way: the browser answers later, and a second tap must not go on. */
  #leaving = false;

  constructor() {
    this.#place = { screen: fromHash(location.hash), sheet: null, depth: 0 };
    history.replaceState(this.#state, '', toHash(this.#place.screen));
    window.addEventListener('popstate', (event) => this.#restore(event.state));
  }

  /** The screen shown. */
  get screen(): Screen {
    return this.#place.screen;
  }

  /** The sheet over it. */
  get sheet(): string | null {
    return this.#place.sheet;
  }

  /** Goes to a screen. A sheet that is open gives its entry to it. */
  go(screen: Screen): void {
    this.#enter({ screen, sheet: null }, this.#place.sheet !== null);
  }

  /** Puts a screen in the place of this one. */
  replace(screen: Screen): void {
    this.#enter({ screen, sheet: null }, true);
  }

  /** Opens a sheet; one that is open gives way. */
  open(sheet: string): void {
    this.#enter({ screen: this.screen, sheet }, this.#place.sheet !== null);
  }

  /** Leaves everything that lies above the home screen. */
  home(): void {
    const { depth } = this.#place;
    this.#homing = depth > 0;
    if (depth > 0) this.#leave(depth);
    else this.replace({ name: 'home' });
  }

  /**
   * Lets something on the screen be given up before Back leaves it: until the answer is called.
   * @param putDown gives it up; false: there was nothing
   */
  hold(putDown: () => boolean): () => void {
    this.#putDown = putDown;
    return () => {
      if (this.#putDown === putDown) this.#putDown = null;
    };
  }

  /** Gives up what is in hand, closes the sheet, or leaves the screen. */
  back(): void {
    if (this.#gaveUp()) return;
    this.#step();
  }

  #step(): void {
    if (this.#place.depth > 0) this.#leave(1);
    else if (this.sheet !== null || this.screen.name !== 'home') this.replace({ name: 'home' });
  }

  /** Closes the sheet, if one is open. */
  close(): void {
    if (this.sheet !== null) this.#step();
  }

  /** Whether there was something in hand, which is put down now. A sheet lies over it. */
  #gaveUp(): boolean {
    const bare = this.sheet === null || this.sheet === 'zoom';
    return bare && (this.#putDown?.() ?? false);
  }

  get #state() {
    return { sheet: this.#place.sheet, depth: this.#place.depth };
  }

  #leave(steps: number): void {
    if (this.#leaving) return;
    this.#leaving = true;
    setTimeout(() => (this.#leaving = false), LEAVE_WITHIN_MS);
    history.go(-steps);
  }

  #enter(to: Omit<Place, 'depth'>, instead: boolean): void {
    this.#place = { ...to, depth: this.#place.depth + (instead ? 0 : 1) };
    const url = toHash(to.screen);
    if (instead) history.replaceState(this.#state, '', url);
    else history.pushState(this.#state, '', url);
  }

  #restore(state: unknown): void {
    const { sheet = null, depth = 0 } = (state ?? {}) as { sheet?: string | null; depth?: number };
    // The system's own Back: the browser has left the entry already, so it is made anew.
    const asked = !this.#leaving && !this.#homing && depth < this.#place.depth;
    if (asked && this.#gaveUp()) {
      history.pushState(this.#state, '', toHash(this.screen));
      return;
    }
    this.#place = { screen: fromHash(location.hash), sheet, depth };
    // The page may have been opened on a game: then that was the lowest entry.
    if (this.#homing && this.screen.name !== 'home') this.replace({ name: 'home' });
    this.#homing = false;
    this.#leaving = false;
  }
}
