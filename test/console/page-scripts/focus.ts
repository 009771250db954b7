interface Stop {
  readonly role: string;
  readonly isTarget: boolean;
  readonly key: string;
  readonly fault: string | undefined;
}

/** Where the focus is, whether it is seen there, and which key comes nearer to the target. */
function lookAround(target: Element): Stop {
  const page = window as Window & { lastStop?: { readonly element: Element; readonly look: string } };
  const active = document.activeElement ?? document.body;
  const nameOf = (element: Element) =>
    `<${element.localName} ${element.getAttribute('role') ?? ''}> “${(element.getAttribute('aria-label') ?? element.textContent ?? '').slice(0, 60)}”`;
  /** How an element and what is around it look: a frame may be drawn by either. */
  const lookOf = (element: Element) => {
    const around = [element, element.nextElementSibling, element.parentElement, element.parentElement?.parentElement];
    // A frame may fade in and out.
    for (const animation of document.getAnimations()) if (animation instanceof CSSTransition) animation.finish();
    return around
      .filter((each) => each !== null && each !== undefined)
      .map((each) => {
        const { outline, boxShadow, borderColor, backgroundColor, transform } = getComputedStyle(each);
        return [outline, boxShadow, borderColor, backgroundColor, transform].join();
      })
      .join(';');
  };
  let fault: string | undefined;
  const { lastStop } = page;
  if (lastStop !== undefined && lastStop.element !== active && lastStop.element.isConnected) {
    if (lookOf(lastStop.element) === lastStop.look) fault = `the focus is not seen at ${nameOf(lastStop.element)}`;
  }
  delete page.lastStop;
  // What only a program focuses, such as the content of a new screen, is no stop.
  if (active !== document.body && active.getAttribute('tabindex') !== '-1') {
    page.lastStop = { element: active, look: lookOf(active) };
    const { top, bottom, left, right } = active.getBoundingClientRect();
    if (bottom < 0 || right < 0 || top > innerHeight || left > innerWidth) {
      fault ??= `the focus is outside of the view at ${nameOf(active)}`;
    }
  }
  const role = target.getAttribute('role') ?? (target instanceof HTMLInputElement ? target.type : target.localName);
  const isOption = role === 'option';
  const isTarget = isOption ? target.getAttribute('data-combobox-selected') === 'true' : target === active;
  const isPeer = (selector: string) => active !== target && active.matches(selector);
  const together = (selector: string) =>
    target.closest(selector) !== null && target.closest(selector) === active.closest(selector);
  const key = () => {
    if (isOption || role === 'menuitem') return 'ArrowDown';
    if (role === 'tab' && isPeer('[role=tab]') && together('[role=tablist]')) return 'ArrowRight';
    if (role === 'radio' && isPeer('[type=radio]') && active.getAttribute('name') === target.getAttribute('name')) {
      return 'ArrowDown';
    }
    const isBefore = (active.compareDocumentPosition(target) & Node.DOCUMENT_POSITION_PRECEDING) !== 0;
    return active !== document.body && isBefore ? 'Shift+Tab' : 'Tab';
  };
  return { role, isTarget, key: key(), fault };
}

Object.assign(globalThis, { lookAround });
