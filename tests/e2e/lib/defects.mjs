/** Looks at a page as a picky person would. */

/** What lies off the page, is cut off or too small, in words. Runs in the page. */
export function defects() {
  const found = [];
  /** Whether something lies in a row that a finger moves sideways. */
  const slides = (node) => {
    for (let at = node.parentElement; at; at = at.parentElement) {
      const { overflowX } = getComputedStyle(at);
      if (/auto|scroll/.test(overflowX) && at.scrollWidth > at.clientWidth) return true;
    }
    return false;
  };
  const { clientWidth, clientHeight } = document.documentElement;
  if (document.documentElement.scrollWidth > clientWidth) found.push('the page is too wide');
  for (const node of document.querySelectorAll('button, [role=switch], input')) {
    const { left, right, width, height } = node.getBoundingClientRect();
    if (width === 0) continue;
    const name = node.getAttribute('data-testid') ?? node.textContent?.trim().slice(0, 30);
    if ((left < -1 || right > clientWidth + 1) && !slides(node))
      found.push(`${name} lies off the page`);
    if (width < 44 || height < 44)
      found.push(`${name} is ${width.toFixed()} x ${height.toFixed()}`);
  }
  for (const node of document.querySelectorAll('body *')) {
    if (!(node instanceof HTMLElement) || node.children.length > 0 || !node.textContent?.trim()) {
      continue;
    }
    const { fontSize, overflowX, visibility } = getComputedStyle(node);
    const { width, height, top } = node.getBoundingClientRect();
    if (width <= 1 || height <= 1 || visibility === 'hidden' || top > clientHeight) continue;
    const text = node.textContent.trim().slice(0, 40);
    if (parseFloat(fontSize) < 11) found.push(`"${text}" is ${fontSize}`);
    if (
      node.scrollWidth > node.clientWidth + 1 &&
      node.clientWidth > 0 &&
      overflowX !== 'visible'
    ) {
      found.push(`"${text}" is cut off`);
    }
  }
  const board = document.querySelector('[data-board]')?.getBoundingClientRect();
  if (board) {
    const square = (board.width / 14).toFixed(1);
    found.push(`(squares of ${square} px)`);
    if (board.bottom > clientHeight + 1 || board.top < 0) found.push('the board is cut off');
  }
  return [...new Set(found)];
}
