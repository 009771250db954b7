import { Anchor, Box, FocusTrap, Portal } from '@mantine/core';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { send } from '../shared/api.ts';
import type { Lock } from '../shared/session-gate.ts';
import { whenNotBusy } from '../shared/unsaved-work.ts';
import { Entrance } from './entrance.tsx';
import { type Session, signOut } from './session.ts';
import { SignInForm } from './sign-in-form.tsx';

/** What covers a locked page: whose it is, and how that person signs in again. */
export function LockBox(props: {
  readonly lock: Exclude<Lock, 'none'>;
  readonly person: Session['person'];
  readonly onSignedIn: (session: Session) => void;
}) {
  const { t } = useTranslation('session');
  const { lock, person, onSignedIn } = props;
  useEffect(() => {
    if (lock !== 'idle') return;
    // The session ends on the host too, but not before what is recorded is there.
    const unlocked = new AbortController();
    void whenNotBusy(unlocked.signal)
      .then(() => send('DELETE', '/api/v1/session'))
      .catch(() => undefined);
    return () => unlocked.abort();
  }, [lock]);
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
          <Entrance title={t(`lock.${lock}`)} text={t('lock.text', { name: person?.name ?? t('lock.key') })}>
            <SignInForm
              {...(person === null ? {} : { email: person.email })}
              returnTo={location.pathname + location.search}
              onSignedIn={onSignedIn}
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
