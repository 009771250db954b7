/** See `overflowing` in `accessibility.ts`. */
function overflowing(): readonly string[] {
  const found: string[] = [];
  const name = (element: Element) => `<${element.localName}> “${element.textContent.trim().slice(0, 60)}”`;
  const { scrollingElement } = document;
  if (scrollingElement !== null && scrollingElement.scrollWidth > innerWidth) {
    found.push(`the page is ${scrollingElement.scrollWidth} wide where ${innerWidth} are seen`);
  }
  const hasText = (element: Element) =>
    [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim() !== '');
  /** The nearest ancestor that keeps from view what is wider than it is, and how. */
  const clipping = (element: Element): readonly [Element, CSSStyleDeclaration] | undefined => {
    for (let at: Element | null = element; at !== null && at !== document.body; at = at.parentElement) {
      const style = getComputedStyle(at);
      if (style.overflowX !== 'visible') return [at, style];
    }
    return undefined;
  };
  for (const element of document.body.querySelectorAll('*')) {
    if (!(element instanceof HTMLElement) || !hasText(element) || !element.checkVisibility()) continue;
    // A graph is moved about, as the axis is.
    if (element.closest('.react-flow') !== null) continue;
    const range = document.createRange();
    range.selectNodeContents(element);
    const { right, left, width, height } = range.getBoundingClientRect();
    // Only for screen readers.
    if (element.clientWidth === 1 || width * height === 0) continue;
    const [clip, style] = clipping(element) ?? [];
    if (clip !== undefined && style !== undefined) {
      if (/auto|scroll/.test(style.overflowX) || style.textOverflow === 'ellipsis') continue;
      const box = clip.getBoundingClientRect();
      if (right > box.right + 1 || left < box.left - 1) found.push(`${name(element)} is cut off`);
    } else if (right > innerWidth + 1) found.push(`${name(element)} ends at ${Math.round(right)}`);
  }
  return found;
}

Object.assign(globalThis, { overflowing });
