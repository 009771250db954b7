/**
 * Keeps the focus where somebody works by keys. A button that is disabled while it works gets it back afterwards; if what
 * had it is gone, with a row, a form or a whole screen, the nearest thing around that is left gets it. Without this, the
 * page would have it, and a screen reader begin at the top.
 */
export function keepFocus(): void {
  let last: HTMLElement | undefined;
  let around: readonly HTMLElement[] = [];
  addEventListener('focusin', ({ target }) => {
    if (!(target instanceof HTMLElement)) return;
    last = target;
    around = ancestors(target);
  });
  // A click beside everything gives the focus up on purpose.
  addEventListener('pointerdown', () => {
    last = undefined;
  });
  const restore = () => {
    if (last === undefined || document.activeElement !== document.body) return;
    last.focus({ preventScroll: true });
    if (document.activeElement !== document.body || (last.isConnected && last.matches('[data-loading]'))) return;
    const place = around.find((each) => each.checkVisibility()) ?? document.getElementById('content');
    if (place === null) return;
    if (!place.hasAttribute('tabindex')) place.tabIndex = -1;
    place.focus({ preventScroll: true });
  };
  const watched = { subtree: true, childList: true, attributeFilter: ['disabled', 'hidden', 'style'] };
  // The browser takes the focus from what is disabled or hidden when it draws the page, not at once.
  new MutationObserver(() => requestAnimationFrame(() => setTimeout(restore))).observe(document.body, watched);
}

/** Inside of the screen or of the dialog, the nearest first. */
function ancestors(element: HTMLElement): readonly HTMLElement[] {
  const outermost = element.closest<HTMLElement>('#content, [role=dialog]');
  const found: HTMLElement[] = [];
  for (let at = element.parentElement; at !== null && outermost?.contains(at) === true; at = at.parentElement) {
    found.push(at);
  }
  return found;
}
