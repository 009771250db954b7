import '@mantine/core/styles.css';
import '@mantine/notifications/styles.css';
import './colors.css';
import './base.css';
import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode, Suspense } from 'react';
import { createRoot } from 'react-dom/client';
import { queryClient } from '../shared/api.ts';
import { startI18n } from '../shared/i18n.ts';
import { Overlays } from '../shared/overlays.tsx';
import { theme } from '../shared/theme.ts';
import { router } from './router.tsx';

const place = document.getElementById('root');
if (place === null) throw new Error('index.html has no element with the id "root"');
keepFocus();
await startI18n();
createRoot(place).render(
  <StrictMode>
    <MantineProvider theme={theme} defaultColorScheme="auto">
      <QueryClientProvider client={queryClient}>
        <Overlays />
        <Suspense>
          <RouterProvider router={router} />
        </Suspense>
      </QueryClientProvider>
    </MantineProvider>
  </StrictMode>,
);

/**
 * Keeps the focus where somebody works by keys. A button that is disabled while it works gets it back afterwards; if what
 * had it is gone, with a row, a form or a whole screen, the nearest thing around that is left gets it. Without this, the
 * page would have it, and a screen reader begin at the top.
 */
function keepFocus(): void {
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
