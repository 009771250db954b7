import { Anchor, Box, type BoxProps, FocusTrap, Portal } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Lock } from '../shared/session-gate.ts';
import { Entrance } from './entrance.tsx';
import { type Session, signOut } from './session.ts';
import { SignInForm } from './sign-in-form.tsx';

/** Asks the person whose page is covered to sign in again. */
export function LockForm(props: {
  /** What lies over the page. */
  readonly cover: BoxProps;
  readonly lock: Exclude<Lock, 'none'>;
  readonly person: Session['person'];
  readonly onSignedIn: (session: Session) => void;
}) {
  const { t } = useTranslation('session');
  const { cover, lock, person, onSignedIn } = props;
  return (
    <Portal>
      <FocusTrap active>
        <Box {...cover} role="dialog" aria-modal="true" aria-label={t(`lock.${lock}`)}>
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
