/**
 * Work that can wait until the page has drawn what is more urgent.
 */

/** Runs `work` in a task of its own after the next frame; gives what calls it off. */
export function afterFrame(work: () => void): () => void {
  let task: ReturnType<typeof setTimeout> | undefined;
  const frame = requestAnimationFrame(() => (task = setTimeout(work)));
  return () => {
    cancelAnimationFrame(frame);
    clearTimeout(task);
  };
}
