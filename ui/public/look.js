/*
 * Before the first paint: the theme that this device wore last, so that nothing flashes. The
 * settings come later, from the host; src/styles/look.ts keeps this hint and has the same rule.
 */
(() => {
  const root = document.documentElement;
  const prefers = (what) => window.matchMedia(`(${what})`).matches;
  let wanted = 'system';
  try {
    wanted = localStorage.getItem('theme') ?? 'system';
  } catch {
    // No storage here: the system decides.
  }
  if (['light', 'dark', 'contrast'].includes(wanted)) root.dataset.theme = wanted;
  else if (prefers('prefers-contrast: more')) root.dataset.theme = 'contrast';
  else if (prefers('prefers-color-scheme: dark')) root.dataset.theme = 'dark';
})();
