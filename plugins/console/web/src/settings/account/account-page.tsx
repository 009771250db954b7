import { Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { signOut, useSession } from '../../session/session.ts';
import { ActionButton, useAction } from '../../shared/action.tsx';
import { api } from '../../shared/api.ts';
import { useFormat } from '../../shared/format.ts';
import { QueryList, Row } from '../../shared/list.tsx';
import look from '../../shared/look.module.css';
import { ErrorNote } from '../../shared/notice.tsx';
import { Page, Section } from '../../shared/page.tsx';
import { StatusBadge } from '../../shared/status-badge.tsx';
import { CodesForm, PasskeysSection, PasswordForm } from './factors.tsx';

/** What a person keeps for itself: password, passkeys, codes, sessions. */
export function AccountPage() {
  const { t } = useTranslation('settings');
  const { person, roles } = useSession();
  const leave = useAction(signOut);
  if (person === null) {
    return (
      <Page title={t('account.title')} width="text">
        <Stack className={look.card} align="flex-start">
          <Text size="sm">{t('account.withKey')}</Text>
          <ActionButton variant="default" action={leave}>
            {t('account.signOut')}
          </ActionButton>
        </Stack>
      </Page>
    );
  }
  return (
    <Page title={person.name} subtitle={`${person.email} · ${roles.join(', ')}`} width="text">
      <Stack gap="xl">
        <Section title={t('account.password')}>
          <PasswordForm />
        </Section>
        <PasskeysSection />
        <Section title={t('account.codes')}>
          <CodesForm />
        </Section>
        <SessionsSection />
      </Stack>
    </Page>
  );
}

/** Where this person is signed in, each ended alone or all at once. */
function SessionsSection() {
  const { t } = useTranslation('settings');
  const { dateTime } = useFormat();
  const query = useQuery({
    queryKey: ['sessions'],
    queryFn: async () => (await api.GET('/api/v1/sessions')).items,
  });
  const end = useAction((id: string) => api.DELETE('/api/v1/sessions/{id}', { id }), { changes: ['sessions'] });
  const everywhere = useAction(async () => {
    await api.DELETE('/api/v1/session', { everywhere: true });
    location.assign('/console/sign-in');
  });
  return (
    <Section
      title={t('account.sessions')}
      actions={
        <ActionButton size="xs" variant="default" action={everywhere}>
          {t('account.everywhere')}
        </ActionButton>
      }
    >
      <ErrorNote error={end.error ?? everywhere.error} />
      <QueryList
        query={query}
        row={({ id, user_agent, last_seen_at, current }) => (
          <Row
            key={id}
            name={user_agent ?? t('account.unknownBrowser')}
            details={[t('account.seenAt', { time: dateTime(last_seen_at) })]}
          >
            {current ? (
              <StatusBadge tone="good">{t('account.thisOne')}</StatusBadge>
            ) : (
              <ActionButton size="xs" variant="default" action={end} input={id}>
                {t('account.end')}
              </ActionButton>
            )}
          </Row>
        )}
      />
    </Section>
  );
}
