import { Card, Code, Group, Stack, Table, Text } from '@mantine/core';
import { IconDatabaseExport } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { ActionButton } from '../../shared/action.tsx';
import { api } from '../../shared/api.ts';
import { useTexts } from '../../shared/i18n.ts';
import { Fault, QueryState, Row, Rows, StatusBadge } from '../../shared/list.tsx';
import { Dimmed, Page, Section } from '../../shared/page.tsx';

const commands = {
  restore: 'npx chronoscribe import /mnt/backups/FILE.tar',
  retention: 'plugins:\n  transcripts: { with: { keepDays: 3650 } }\n  documents: { with: { keepDays: 3650 } }',
} as const;

/** Backup, restoring and retention. The last two belong to the machine: this names what is typed there. */
export function DataPage() {
  const { t } = useTexts('settings');
  return (
    <Page title={t('data.title')} subtitle={t('data.subtitle')}>
      <Stack gap="xl">
        <BackupSection />
        {(['restore', 'retention'] as const).map((topic) => (
          <Section key={topic} title={t(`data.${topic}`)}>
            <Card>
              <Text size="sm">{t(`data.${topic}Text`)}</Text>
              <Code block>{commands[topic]}</Code>
              {topic === 'retention' && <Bounds />}
            </Card>
          </Section>
        ))}
      </Stack>
    </Page>
  );
}

/** What is in force, and where it is set: the file rules, so it is shown and not changed here. */
function Bounds() {
  const { t, bytes } = useTexts('settings');
  const query = useQuery({ queryKey: ['admin', 'limits'], queryFn: () => api.GET('/admin/limits') });
  const shown = (name: string, value: string | number | null) =>
    typeof value === 'number' && /bytes/i.test(name) ? bytes(value) : (value ?? t('data.unset'));
  return (
    <QueryState query={query}>
      {({ items }) => (
        <Table.ScrollContainer minWidth={310} type="native" tabIndex={0} role="region" aria-label={t('data.bounds')}>
          <Table
            aria-label={t('data.bounds')}
            data={{
              head: [t('data.setting'), t('data.value'), t('data.from')],
              body: items.map(({ name, value, description, place }) => [
                <div key="name">
                  <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
                    {name}
                  </Text>
                  <Dimmed size="xs" lang="en">
                    {description}
                  </Dimmed>
                </div>,
                shown(name, value),
                place === null ? t('data.default') : <Code key="place">{place}</Code>,
              ]),
            }}
          />
        </Table.ScrollContainer>
      )}
    </QueryState>
  );
}

/** The backups in the data folder, a button that writes another one, and the command for a timer. */
function BackupSection() {
  const { t, dateTime, bytes } = useTexts('settings');
  const query = useQuery({
    queryKey: ['admin', 'backups'],
    queryFn: () => api.GET('/admin/backups'),
    refetchInterval: ({ state }) => (state.data?.writing === true ? 1000 : 15_000),
  });
  return (
    <Section title={t('data.backup')}>
      <Card>
        <Text size="sm">{t('data.backupText')}</Text>
        <Group>
          <ActionButton
            variant="light"
            icon={IconDatabaseExport}
            {...(query.data?.writing === true && { loading: true })}
            action={() => api.POST('/admin/backups')}
            changes={['admin', 'backups']}
          >
            {t('data.backUp')}
          </ActionButton>
        </Group>
        <QueryState query={query}>
          {({ folder, items, writing, fault }) => (
            <div aria-live="polite">
              {writing && <Text size="sm">{t('data.writing')}</Text>}
              <Fault text={fault} />
              <Dimmed mb="xs" style={{ overflowWrap: 'anywhere' }}>
                {t(items.length === 0 ? 'data.noBackup' : 'data.folder', { folder })}
              </Dimmed>
              {items.length > 0 && (
                <Rows>
                  {items.slice(0, 10).map(({ name, bytes: size, finishedAt }, index) => (
                    <Row key={name} name={name} details={[`${dateTime(finishedAt)} · ${bytes(size)}`]}>
                      {index === 0 && <StatusBadge tone="good">{t('data.newest')}</StatusBadge>}
                    </Row>
                  ))}
                </Rows>
              )}
            </div>
          )}
        </QueryState>
        <Text size="sm">{t('data.timer')}</Text>
        <Code block>npx chronoscribe backup /mnt/backups --keep 14</Code>
      </Card>
    </Section>
  );
}
