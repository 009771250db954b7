import { Card, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { signOut, useSession } from '../../session/session.ts';
import { ActionButton, RowButton } from '../../shared/action.tsx';
import { api } from '../../shared/api.ts';
import { useTexts } from '../../shared/i18n.ts';
import { QueryList, Row, Rows, StatusBadge } from '../../shared/list.tsx';
import { Page, Section } from '../../shared/page.tsx';
import { useAccess } from '../access.ts';
import { CodesForm, PasskeysSection, PasswordForm } from './factors.tsx';

/** What a person keeps for itself: password, passkeys, codes, sessions. */
export function AccountPage() {
  const { t } = useTexts('settings');
  const { person, roles } = useSession();
  const { roles: known } = useAccess();
  if (person === null) {
    return (
      <Page title={t('account.title')}>
        <Card>
          <Text size="sm">{t('account.withKey')}</Text>
          <Group>
            <ActionButton variant="default" action={signOut}>
              {t('account.signOut')}
            </ActionButton>
          </Group>
        </Card>
      </Page>
    );
  }
  return (
    <Page title={person.name} subtitle={person.email}>
      <Stack gap="xl">
        <Section title={t('account.password')}>
          <Card>
            <PasswordForm />
          </Card>
        </Section>
        <PasskeysSection />
        <Section title={t('account.codes')}>
          <Card>
            <CodesForm />
          </Card>
        </Section>
        <SessionsSection />
        <Section title={t('account.may')}>
          <Rows>
            {roles.map((role) => {
              const { label = role, description } = known.find(({ value }) => value === role) ?? {};
              return <Row key={role} name={label} details={[description]} />;
            })}
          </Rows>
        </Section>
      </Stack>
    </Page>
  );
}

async function signOutEverywhere(): Promise<void> {
  await api.DELETE('/api/v1/session', { everywhere: true });
  location.assign('/console/sign-in');
}

/** Where this person is signed in, each ended alone or all at once. */
function SessionsSection() {
  const { t, dateTime } = useTexts('settings');
  const changes = ['sessions'];
  const query = useQuery({ queryKey: changes, queryFn: async () => (await api.GET('/api/v1/sessions')).items });
  return (
    <Section
      title={t('account.sessions')}
      actions={<RowButton text={t('account.everywhere')} action={signOutEverywhere} />}
    >
      <QueryList
        query={query}
        row={({ id, user_agent, last_seen_at, current }) => (
          <Row
            key={id}
            name={browserName(user_agent) ?? t('account.unknownBrowser')}
            details={[t('account.seenAt', { time: dateTime(last_seen_at) })]}
          >
            {current ? (
              <StatusBadge tone="good">{t('account.thisOne')}</StatusBadge>
            ) : (
              <RowButton
                text={t('account.end')}
                action={() => api.DELETE('/api/v1/sessions/{id}', { id })}
                changes={changes}
              />
            )}
          </Row>
        )}
      />
    </Section>
  );
}

/** `Chrome, Linux` of what a browser says of itself; undefined if it is none that is known. */
function browserName(agent: string | null): string | undefined {
  const browser = /Edg(?=\/)|OPR|Firefox|Chrome(?!.*(Edg|OPR))|Safari(?!.*(Edg|OPR))/.exec(agent ?? '')?.[0];
  const system = /Windows|Android|iPhone|iPad|Mac OS X|Linux/.exec(agent ?? '')?.[0];
  return browser && [browser.replace('Edg', 'Edge').replace('OPR', 'Opera'), system].filter(Boolean).join(', ');
}
