import { Kbd, UnstyledButton } from '@mantine/core';
import { getHotkeyHandler, useWindowEvent } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { keysOfScreen, type ScreenKey } from '../shared/keys.ts';
import look from '../shared/look.module.css';

const GoTo = lazy(async () => ({ default: (await import('./go-to.tsx')).GoTo }));

/** The keys of every screen and of the one that is shown; and the button that does what Ctrl+K does. */
export function Keyboard() {
  const { t } = useTranslation();
  const [wanted, setWanted] = useState<'everything' | 'keys'>();
  const everywhere: readonly ScreenKey[] = [
    { key: 'mod+K', text: t('keys.goTo'), act: () => setWanted('everything') },
    { key: '/', text: t('keys.search'), act: focusSearch },
    { key: 'J', text: t('keys.next'), act: () => focusRow(1) },
    { key: 'K', text: t('keys.previous'), act: () => focusRow(-1) },
    { key: 'Escape', text: t('keys.leave') },
    { key: '?', text: t('keys.title'), act: () => setWanted('keys') },
  ];
  useWindowEvent('keydown', (event) => {
    const { target } = event;
    if (event.defaultPrevented || !(target instanceof Element)) return;
    if (document.querySelector('[role=dialog], [role=menu]') !== null) return;
    const isTyping = target.closest('textarea, select, input:not([type=checkbox], [type=radio])') !== null;
    if (isTyping && event.key === 'Escape') document.getElementById('content')?.focus({ preventScroll: true });
    // Space presses what has the focus.
    if (event.key === ' ' && target.closest('button, a, input, [role=slider], [tabindex="0"]') !== null) return;
    const acting = new Map<string, () => void>();
    for (const { key, act } of [...everywhere, ...keysOfScreen()]) {
      if (act === undefined || (isTyping && key !== 'mod+K')) continue;
      acting.set(key, act);
      // Where a sign is on a keyboard, Shift may be needed for it.
      if (/^\W$/.test(key)) acting.set(`shift+${key}`, act);
    }
    getHotkeyHandler([...acting])(event);
  });
  return (
    <>
      <UnstyledButton
        className={look.link}
        mx="0.75rem"
        px="0.6rem"
        fz="sm"
        c="dimmed"
        onClick={() => setWanted('everything')}
      >
        <IconSearch size={18} stroke={1.7} aria-hidden />
        {t('keys.goTo')}
        <Kbd size="xs" ml="auto" aria-hidden>
          Ctrl K
        </Kbd>
      </UnstyledButton>
      <Suspense>
        {wanted && <GoTo wanted={wanted} everywhere={everywhere} onClose={() => setWanted(undefined)} />}
      </Suspense>
    </>
  );
}

function focusSearch(): void {
  document.querySelector<HTMLInputElement>('#content search input, #content input[type=search]')?.focus();
}

/** Goes to another row of the list that is shown. */
function focusRow(step: 1 | -1): void {
  const rows = [...document.querySelectorAll<HTMLElement>(`#content a.${look.row}`)];
  const now = rows.findIndex((row) => row.matches(':focus'));
  rows[now < 0 ? 0 : Math.min(Math.max(now + step, 0), rows.length - 1)]?.focus();
}
