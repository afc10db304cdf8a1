/**
 * One stop of the Tab key for a group of radio buttons or tabs, and arrow keys inside it, as the
 * ARIA patterns have it: the arrows choose at once. Used as `{@attach roving}` on the group; a long
 * list of buttons has `{@attach stepping}`.
 */

/** Where an arrow leads in a group, or null for other keys. */
export function stepTo(key: string, from: number, count: number): number | null {
  switch (key) {
    case 'ArrowRight':
    case 'ArrowDown':
      return (from + 1) % count;
    case 'ArrowLeft':
    case 'ArrowUp':
      return (from - 1 + count) % count;
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return null;
  }
}

/** What makes a group. */
interface Kin {
  /** Its members. */
  readonly members: string;
  /** Which of them is chosen. */
  readonly chosen: string;
  /** Whether an arrow chooses, or only goes on. */
  readonly choose: boolean;
}

function grouped({ members: which, chosen, choose }: Kin) {
  return (group: HTMLElement): (() => void) => {
    const members = () =>
      [...group.querySelectorAll<HTMLElement>(which)].filter(
        (one) => !(one instanceof HTMLButtonElement && one.disabled),
      );

    const settle = () => {
      const all = members();
      const focused = choose ? undefined : all.find((one) => one === document.activeElement);
      const stop = focused ?? all.find((one) => one.matches(chosen)) ?? all[0];
      for (const one of all) {
        const index = one === stop ? 0 : -1;
        if (one.tabIndex !== index) one.tabIndex = index;
      }
    };

    const onkeydown = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.altKey || event.metaKey) return;
      const all = members();
      const from = all.findIndex((one) => one === event.target);
      const to = from < 0 ? null : stepTo(event.key, from, all.length);
      const next = to === null ? undefined : all[to];
      if (!next) return;
      event.preventDefault();
      next.focus();
      if (choose) next.click();
      else settle();
    };

    settle();
    const observer = new MutationObserver(settle);
    observer.observe(group, {
      subtree: true,
      childList: true,
      attributeFilter: ['aria-checked', 'aria-selected', 'aria-pressed', 'disabled'],
    });
    group.addEventListener('keydown', onkeydown);
    return () => {
      observer.disconnect();
      group.removeEventListener('keydown', onkeydown);
    };
  };
}

/** Makes a group of radio buttons or tabs one stop of the Tab key; arrows choose. */
export const roving = grouped({
  members: '[role=radio], [role=tab]',
  chosen: '[aria-checked=true], [aria-selected=true]',
  choose: true,
});

/** Makes a list of buttons one stop of the Tab key; arrows go on, Enter presses. */
export const stepping = grouped({
  members: 'button',
  chosen: '[aria-pressed=true]',
  choose: false,
});
