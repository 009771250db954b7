import { Box, Burger, Flex, Group, Kbd, Text, UnstyledButton } from '@mantine/core';
import { getHotkeyHandler, useDisclosure, useWindowEvent } from '@mantine/hooks';
import { IconSearch, IconSelector } from '@tabler/icons-react';
import { Link, Outlet, useLocation } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { useExtensions } from '../extensions/extensions.ts';
import { AccountMenu } from '../session/account-menu.tsx';
import { LockScreen, loadLockBox } from '../session/lock-screen.tsx';
import { useSession } from '../session/session.ts';
import { i18n, useTexts } from '../shared/i18n.ts';
import { keysOfScreen, type ScreenKey } from '../shared/keys.ts';
import { Loading } from '../shared/list.tsx';
import look from '../shared/look.module.css';
import { overlays } from '../shared/overlays.tsx';
import { Dimmed, LinkArea } from '../shared/page.tsx';
import { useConfirmationAsked } from '../shared/session-gate.ts';
import { useNavigation } from './navigation.ts';
import classes from './shell.module.css';

const PageLinks = lazy(async () => ({ default: (await import('../extensions/page-links.tsx')).PageLinks }));

/** When what no first screen needs is loaded, in milliseconds: before the host is away and somebody needs it. */
const restAfterMs = 3000;

function loadTheRest(): void {
  void overlays();
  const parts = [
    import('../session/account-menu-items.tsx'),
    loadLockBox(),
    import('../session/confirm-form.tsx'),
    import('../shared/read-api-error.ts'),
    import('../clinical/today/active-work.tsx'),
    i18n.loadNamespaces('problems'),
  ];
  // One that is missed is asked for again when it is needed.
  void Promise.allSettled(parts);
}

/** What is around every screen: the navigation, the account menu, and the lock. */
export function Shell() {
  const { t } = useTexts();
  const [opened, { toggle, close }] = useDisclosure();
  const { pathname } = useLocation();
  useEffect(() => {
    const timer = setTimeout(loadTheRest, restAfterMs);
    return () => clearTimeout(timer);
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: it closes whenever the path changes
  useEffect(close, [pathname]);
  return (
    <>
      <a href="#content" className={classes.skip}>
        {t('nav.skip')}
      </a>
      <header className={classes.header}>
        <Group h="100%" px="md" gap="sm">
          <Burger
            hiddenFrom="sm"
            opened={opened}
            onClick={toggle}
            size="sm"
            aria-label={t('nav.open')}
            aria-expanded={opened}
          />
          <Brand />
        </Group>
      </header>
      <div className={classes.navbar} data-opened={opened || undefined}>
        <Group p="1rem 1rem 0.75rem 1.25rem" justify="space-between" wrap="nowrap">
          <Brand />
          <Burger hiddenFrom="sm" opened={opened} onClick={toggle} size="sm" aria-label={t('nav.open')} />
        </Group>
        <Keyboard />
        <Navigation />
        <Account />
      </div>
      <main id="content" tabIndex={-1} className={classes.main}>
        <Suspense fallback={<Loading />}>
          <Outlet />
        </Suspense>
      </main>
      <ConfirmDialog />
      <LockScreen />
    </>
  );
}

function Brand() {
  return (
    <Group gap="xs" wrap="nowrap">
      <Box component="img" src="/console/icon.svg" alt="" w="1.6rem" />
      <Text fw={650} size="md">
        Chronoscribe
      </Text>
    </Group>
  );
}

function Navigation() {
  const { t } = useTexts();
  const { pages } = useExtensions();
  return (
    <Box component="nav" flex={1} p="0 0.75rem 1rem" style={{ overflowY: 'auto' }} aria-label={t('nav.label')}>
      {useNavigation().map(([area, links]) => (
        <LinkArea key={area} id={`area-${area}`} title={t(`nav.${area}`)}>
          {links.map(({ to, text, icon: LinkIcon }) => (
            <Link key={to} to={to} className={look.link}>
              <LinkIcon size={18} stroke={1.7} aria-hidden />
              {t(text)}
            </Link>
          ))}
        </LinkArea>
      ))}
      <Suspense>{pages.length > 0 && <PageLinks pages={pages} />}</Suspense>
    </Box>
  );
}

function Account() {
  const { t } = useTexts();
  const { person, roles } = useSession();
  return (
    <AccountMenu>
      <UnstyledButton className={look.link} p="0.75rem 1rem" bdrs={0} style={{ borderTop: '1px solid var(--cs-line)' }}>
        <Flex
          align="center"
          justify="center"
          flex="none"
          w="2rem"
          h="2rem"
          bdrs="50%"
          bg="var(--cs-accent-soft)"
          c="var(--cs-accent-text)"
          fw={650}
          aria-hidden
        >
          {/* Not the D of “Dr.”. */}
          {(person?.name ?? '#')
            .replace(/^(\S+\. )+/, '')
            .slice(0, 1)
            .toLocaleUpperCase()}
        </Flex>
        <Box flex={1} miw={0}>
          <Text size="sm" fw={550} truncate>
            {person?.name ?? t('account.signedInWithKey')}
          </Text>
          <Dimmed size="xs" truncate>
            {person?.email ?? roles.join(', ')}
          </Dimmed>
        </Box>
        <IconSelector size={16} aria-hidden />
      </UnstyledButton>
    </AccountMenu>
  );
}

const ConfirmBox = lazy(async () => ({ default: (await import('../session/confirm-form.tsx')).ConfirmBox }));

/**
 * Asks for a proof that it is the person who is signed in, before something is changed that gives access. The request
 * that needs it is sent again afterwards.
 */
function ConfirmDialog() {
  const asked = useConfirmationAsked();
  const wasAsked = useRef(false);
  wasAsked.current ||= asked;
  return <Suspense>{wasAsked.current && <ConfirmBox asked={asked} />}</Suspense>;
}

const GoTo = lazy(async () => ({ default: (await import('./go-to.tsx')).GoTo }));

/** The keys of every screen and of the one that is shown; and the button that does what Ctrl+K does. */
function Keyboard() {
  const { t } = useTexts();
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
