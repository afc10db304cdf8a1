/**
 * One stop of the Tab key for a group of radio buttons or tabs, and arrow keys inside it, as the
 * ARIA patterns have it: the arrows choose at once. Used as `{@attach roving}` on the group.
 */
const MEMBERS = '[role=radio], [role=tab]';
const CHOSEN = '[aria-checked=true], [aria-selected=true]';

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

/** Makes a group one stop of the Tab key. */
export function roving(group: HTMLElement): () => void {
  const members = () =>
    [...group.querySelectorAll<HTMLElement>(MEMBERS)].filter(
      (one) => !(one instanceof HTMLButtonElement && one.disabled),
    );

  const settle = () => {
    const all = members();
    const stop = all.find((one) => one.matches(CHOSEN)) ?? all[0];
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
    next.click();
  };

  settle();
  const observer = new MutationObserver(settle);
  observer.observe(group, {
    subtree: true,
    childList: true,
    attributeFilter: ['aria-checked', 'aria-selected', 'disabled'],
  });
  group.addEventListener('keydown', onkeydown);
  return () => {
    observer.disconnect();
    group.removeEventListener('keydown', onkeydown);
  };
}
