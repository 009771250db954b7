import { Box } from '@mantine/core';
import { useWindowEvent } from '@mantine/hooks';
import { useEffect, useLayoutEffect, useState } from 'react';
import { isAttended, isBusy, watchIdleness, whenNotBusy } from '../shared/activity.ts';
import { queryClient, send, sendSignedIn } from '../shared/api.ts';
import { i18n } from '../shared/i18n.ts';
import { holdUntilAnswered, lockSession, unlockSession, useLock } from '../shared/session-gate.ts';
import { sharedValue } from '../shared/shared-value.ts';
import { leavePage, type Session, sessionQuery, useSession } from './session.ts';

const lockBox = sharedValue<typeof import('./lock-box.tsx').LockBox | undefined>(undefined);

/** Loads what a locked page is covered with, after the first screen. Until it is there, the page is covered all the same. */
export async function loadLockBox(): Promise<void> {
  const [{ LockBox }] = await Promise.all([import('./lock-box.tsx'), i18n.loadNamespaces('session')]);
  lockBox.set(LockBox);
}

/** How long it is waited until what could not be loaded is asked for again. */
const againMs = 5_000;

/** Names the session that is locked, in all tabs. */
const lockKey = 'chronoscribe-locked-session';

/**
 * Covers the page once somebody locked any tab, nobody has touched one for as long as a session may be idle, or the host
 * ended the session. The page below stays as it is, with what was typed; the same person goes on where they were, in all
 * tabs. While one records, none is idle, and one that is locked goes on recording.
 */
export function LockScreen() {
  const { idleMs, id } = useSession();
  // Whom the page was opened for.
  const [session] = useState(useSession());
  const lock = useLock();
  const opened = (next: Session) => {
    // Another person must not see what the first one left on the page.
    if (next.person?.id === session.person?.id && next.account_id === session.account_id) unlockSession();
    else leavePage('/console/');
  };
  useLayoutEffect(() => {
    if (localStorage.getItem(lockKey) === id) lockSession('idle');
    // Somebody has signed in since, which the other tabs hear of.
    else localStorage.removeItem(lockKey);
  }, [id]);
  useWindowEvent('storage', ({ key, newValue }) => {
    if (key !== lockKey) return;
    if (newValue === id) lockSession('idle');
    else if (newValue === null && lock !== 'none') {
      const asked = queryClient.fetchQuery({ ...sessionQuery, staleTime: 0 });
      void asked.then((next) => next !== null && opened(next)).catch(() => undefined);
    }
  });
  useEffect(() => watchIdleness(idleMs, () => lockSession('idle')), [idleMs]);
  useEffect(() => {
    if (lock !== 'none' && !isBusy()) return;
    // Somebody who reads, or has paused a recording, asks the host nothing for a long time, and uses the session.
    const use = () => isAttended() && void sendSignedIn('GET', '/api/v1/session').catch(() => undefined);
    const timer = setInterval(use, idleMs / 4);
    return () => clearInterval(timer);
  }, [lock, idleMs]);
  useEffect(() => {
    document.getElementById('root')?.toggleAttribute('inert', lock !== 'none');
    const open = `${lockKey} ${id}`;
    if (lock === 'none') return holdUntilAnswered(open);
    if (lock !== 'idle') return;
    localStorage.setItem(lockKey, id);
    // The session ends on the host too, but not before all tabs are locked, and what is recorded or was saved is there.
    const unlocked = new AbortController();
    // Somebody may have signed in while it was waited, or does while it is asked.
    const end = () => localStorage.getItem(lockKey) === id && send('DELETE', `/api/v1/session?only=${id}`);
    void whenNotBusy(open, unlocked.signal)
      .then(end)
      .catch(() => undefined);
    return () => unlocked.abort();
  }, [lock, id]);

  const LockBox = lockBox.use();
  useEffect(() => {
    if (lock === 'none' || LockBox !== undefined) return;
    // While the host is away, what is below stays covered, and goes on, as a recording does.
    const load = () => void loadLockBox().catch(() => undefined);
    load();
    const timer = setInterval(load, againMs);
    return () => clearInterval(timer);
  }, [lock, LockBox]);
  if (lock === 'none') return null;
  if (LockBox === undefined) return <Box pos="fixed" inset={0} bg="var(--cs-canvas)" style={{ zIndex: 1000 }} />;
  return <LockBox lock={lock} person={session.person} onSignedIn={opened} />;
}
