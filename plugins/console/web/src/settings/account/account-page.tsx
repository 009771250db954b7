import { Button, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { signOut, useSession } from '../../session/session.ts';
import { Page } from '../../shared/page.tsx';
import { Section } from '../../shared/section.tsx';
import classes from '../settings.module.css';
import { CodesSection } from './codes-section.tsx';
import { PasskeysSection } from './passkeys-section.tsx';
import { PasswordSection } from './password-section.tsx';
import { SessionsSection } from './sessions-section.tsx';

/** What a person keeps for itself: password, passkeys, codes, sessions. */
export function AccountPage() {
  const { t } = useTranslation('settings');
  const { person, roles } = useSession();
  const leave = useMutation({ mutationFn: signOut });
  if (person === null) {
    return (
      <Page title={t('account.title')} width="text">
        <Stack className={classes.card} align="flex-start">
          <Text size="sm">{t('account.withKey')}</Text>
          <Button variant="default" loading={leave.isPending} onClick={() => leave.mutate()}>
            {t('account.signOut')}
          </Button>
        </Stack>
      </Page>
    );
  }
  return (
    <Page title={person.name} subtitle={`${person.email} · ${roles.join(', ')}`} width="text">
      <Stack gap="xl">
        <Section title={t('account.password')}>
          <PasswordSection />
        </Section>
        <PasskeysSection />
        <Section title={t('account.codes')}>
          <CodesSection />
        </Section>
        <SessionsSection />
      </Stack>
    </Page>
  );
}
