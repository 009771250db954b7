import { Card, Code, Group, Stack, Text } from '@mantine/core';
import { IconDatabaseExport } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ActionButton } from '../../shared/action.tsx';
import { api } from '../../shared/api.ts';
import { useFormat } from '../../shared/format.ts';
import { Fault, QueryState, Row, Rows } from '../../shared/list.tsx';
import { Page, Section } from '../../shared/page.tsx';
import { StatusBadge } from '../../shared/status-badge.tsx';

const commands = {
  restore: 'npx chronoscribe import /mnt/backups/FILE.tar',
  retention: 'plugins:\n  transcripts: { with: { keepDays: 3650 } }\n  documents: { with: { keepDays: 3650 } }',
} as const;

/** Backup, restoring and retention. The last two belong to the machine: this names what is typed there. */
export function DataPage() {
  const { t } = useTranslation('settings');
  return (
    <Page title={t('data.title')} subtitle={t('data.subtitle')}>
      <Stack gap="xl">
        <BackupSection />
        {(['restore', 'retention'] as const).map((topic) => (
          <Section key={topic} title={t(`data.${topic}`)}>
            <Card>
              <Text size="sm">{t(`data.${topic}Text`)}</Text>
              <Code block>{commands[topic]}</Code>
            </Card>
          </Section>
        ))}
      </Stack>
    </Page>
  );
}

/** The backups in the data folder, a button that writes another one, and the command for a timer. */
function BackupSection() {
  const { t } = useTranslation('settings');
  const { dateTime, bytes } = useFormat();
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
              <Text size="sm" mb="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
                {t(items.length === 0 ? 'data.noBackup' : 'data.folder', { folder })}
              </Text>
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
