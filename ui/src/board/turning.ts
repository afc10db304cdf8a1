/**
 * Turning the board to another player. The new layout is there at once; the board is then led from
 * where it lay to where it lies, and what must stay upright is turned against it.
 */
import type { Turn } from './geometry';
import { turnMs } from './motion';

/** The shorter way from one turn to another, in degrees clockwise that the old layout is off. */
export function degreesOff(before: Turn, after: Turn): number {
  const quarters = (after - before + 4) % 4;
  return quarters === 3 ? -90 : quarters * 90;
}

const EASING = 'cubic-bezier(0.35, 0, 0.15, 1)';

/** An element's own rotation in degrees, as its style attribute has it. */
function own(element: HTMLElement | SVGElement): number {
  return parseFloat(element.style.rotate) || 0;
}

/** Leads a plane from where it lay to where it lies; its upright parts turn against it. */
export function spin(plane: HTMLElement, upright: string, degrees: number): void {
  const timing = { duration: turnMs(), easing: EASING };
  plane.animate({ rotate: [`${degrees}deg`, '0deg'] }, timing);
  for (const part of plane.querySelectorAll<HTMLElement | SVGElement>(upright)) {
    const base = own(part);
    part.animate({ rotate: [`${base - degrees}deg`, `${base}deg`] }, timing);
  }
}
