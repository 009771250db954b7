import { Anchor, Box, FocusTrap, Portal } from '@mantine/core';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { watchIdleness } from '../shared/activity.ts';
import { send } from '../shared/api.ts';
import { lockSession, unlockSession, useLock } from '../shared/session-gate.ts';
import { isBusy } from '../shared/unsaved-work.ts';
import { Entrance } from './entrance.tsx';
import { leavePage, type Session, signOut, useSession } from './session.ts';
import { SignInForm } from './sign-in-form.tsx';

const idleAfterMs = 10 * 60_000;

/**
 * Covers the page once nobody has touched it for ten minutes, or the host ended the session. The page below stays as it
 * is, with what was typed; the same person goes on where they were. A recording goes on unlocked: a visit takes longer.
 */
export function LockScreen() {
  const { t } = useTranslation('session');
  const session = useSession();
  const lock = useLock();

  useEffect(
    () =>
      watchIdleness(idleAfterMs, () => {
        if (!isBusy()) lockSession('idle');
      }),
    [],
  );
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
