import { Anchor, Box, FocusTrap, Portal } from '@mantine/core';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { isAttended, watchIdleness } from '../shared/activity.ts';
import { send, sendSignedIn } from '../shared/api.ts';
import { lockSession, unlockSession, useLock } from '../shared/session-gate.ts';
import { Entrance } from './entrance.tsx';
import { leavePage, type Session, signOut, useSession } from './session.ts';
import { SignInForm } from './sign-in-form.tsx';

/**
 * Covers the page once nobody has touched any tab for as long as a session may be idle, or the host ended the session.
 * The page below stays as it is, with what was typed; the same person goes on where they were. A recording keeps all tabs
 * open: a visit takes longer.
 */
export function LockScreen() {
  const { t } = useTranslation('session');
  const session = useSession();
  const lock = useLock();

  const { idleMs } = session;
  useEffect(() => watchIdleness(idleMs, () => lockSession('idle')), [idleMs]);
  useEffect(() => {
    if (lock !== 'none') return;
    // Somebody who reads, or has paused a recording, asks the host nothing for a long time, and uses the session.
    const use = () => isAttended() && void sendSignedIn('GET', '/api/v1/session').catch(() => undefined);
    const timer = setInterval(use, idleMs / 4);
    return () => clearInterval(timer);
  }, [lock, idleMs]);
  useEffect(() => {
    // The session ends on the host too, so that a reload does not open what is locked.
    if (lock === 'idle') void send('DELETE', '/api/v1/session').catch(() => undefined);
    document.getElementById('root')?.toggleAttribute('inert', lock !== 'none');
  }, [lock]);

  if (lock === 'none') return null;
  const opened = (next: Session) => {
    // Another person must not see what the first one left on the page.
    if (next.person?.id === session.person?.id && next.account_id === session.account_id) unlockSession();
    else leavePage('/console/');
  };
  return (
    <Portal>
      <FocusTrap active>
        <Box
          pos="fixed"
          inset={0}
          bg="var(--cs-canvas)"
          style={{ zIndex: 1000, overflow: 'auto' }}
          role="dialog"
          aria-modal="true"
          aria-label={t(`lock.${lock}`)}
        >
          <Entrance title={t(`lock.${lock}`)} text={t('lock.text', { name: session.person?.name ?? t('lock.key') })}>
            <SignInForm
              {...(session.person === null ? {} : { email: session.person.email })}
              returnTo={location.pathname + location.search}
              onSignedIn={opened}
            />
            <Anchor component="button" type="button" size="sm" mt="md" onClick={() => void signOut()}>
              {t('lock.leave')}
            </Anchor>
          </Entrance>
        </Box>
      </FocusTrap>
    </Portal>
  );
}
