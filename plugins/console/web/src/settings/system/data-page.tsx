import { Group, Stack, Text } from '@mantine/core';
import { IconDatabaseExport } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ActionButton, useAction } from '../../shared/action.tsx';
import { api } from '../../shared/api.ts';
import { useFormat } from '../../shared/format.ts';
import { QueryState, Row, Rows } from '../../shared/list.tsx';
import look from '../../shared/look.module.css';
import { ErrorNote } from '../../shared/notice.tsx';
import { Page, Section } from '../../shared/page.tsx';
import { StatusBadge } from '../../shared/status-badge.tsx';
import classes from '../settings.module.css';

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
            <Stack gap="sm" className={look.card}>
              <Text size="sm">{t(`data.${topic}Text`)}</Text>
              <pre className={classes.command}>{commands[topic]}</pre>
            </Stack>
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
  const write = useAction(() => api.POST('/admin/backups'), { changes: ['admin', 'backups'] });
  return (
    <Section title={t('data.backup')}>
      <Stack gap="sm" className={look.card}>
        <Text size="sm">{t('data.backupText')}</Text>
        <Group>
          <ActionButton
            variant="light"
            icon={IconDatabaseExport}
            loading={write.isPending || query.data?.writing === true}
            onClick={() => write.mutate()}
          >
            {t('data.backUp')}
          </ActionButton>
        </Group>
        <ErrorNote error={write.error} />
        <QueryState query={query}>
          {({ folder, items, writing, fault }) => (
            <div aria-live="polite">
              {writing && <Text size="sm">{t('data.writing')}</Text>}
              {fault !== null && (
                <Text component="p" size="sm" c="var(--cs-bad)">
                  {fault}
                </Text>
              )}
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
        <pre className={classes.command}>npx chronoscribe backup /mnt/backups --keep 14</pre>
      </Stack>
    </Section>
  );
}
