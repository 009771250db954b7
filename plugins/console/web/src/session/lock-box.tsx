import { Anchor, Box, FocusTrap, Portal } from '@mantine/core';
import { useTexts } from '../shared/i18n.ts';
import type { Lock } from '../shared/session-gate.ts';
import { Entrance } from './entrance.tsx';
import { type Session, signOut } from './session.ts';
import { SignInForm } from './sign-in-form.tsx';

/** What covers a locked page: whose it is, and how that person signs in again. */
export function LockBox(props: {
  readonly lock: Exclude<Lock, 'none'>;
  readonly person: Session['person'];
  readonly onSignedIn: (session: Session) => void;
}) {
  const { t } = useTexts('session');
  const { lock, person, onSignedIn } = props;
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
