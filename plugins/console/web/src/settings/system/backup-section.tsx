import { Button, Group, Stack, Text } from '@mantine/core';
import { IconDatabaseExport } from '@tabler/icons-react';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api, read } from '../../shared/api.ts';
import { ErrorNote } from '../../shared/error-note.tsx';
import { useFormat } from '../../shared/format.ts';
import { QueryState } from '../../shared/query-state.tsx';
import rows from '../../shared/rows.module.css';
import { Section } from '../../shared/section.tsx';
import { StatusBadge } from '../../shared/status-badge.tsx';
import classes from '../settings.module.css';

const backupsQuery = queryOptions({
  queryKey: ['admin', 'backups'],
  queryFn: () => read(api.GET('/admin/backups')),
  refetchInterval: ({ state }) => (state.data?.writing === true ? 1000 : 15_000),
});

/** The backups in the data folder, a button that writes another one, and the command for a timer. */
export function BackupSection() {
  const { t } = useTranslation('settings');
  const { dateTime, bytes } = useFormat();
  const queryClient = useQueryClient();
  const query = useQuery(backupsQuery);
  const write = useMutation({
    mutationFn: () => read(api.POST('/admin/backups')),
    onSettled: () => queryClient.invalidateQueries({ queryKey: backupsQuery.queryKey }),
  });
  return (
    <Section title={t('data.backup')}>
      <Stack gap="sm" className={classes.card}>
        <Text size="sm">{t('data.backupText')}</Text>
        <Group>
          <Button
            variant="light"
            leftSection={<IconDatabaseExport size={17} aria-hidden />}
            loading={write.isPending || query.data?.writing === true}
            onClick={() => write.mutate()}
          >
            {t('data.backUp')}
          </Button>
        </Group>
        {write.error !== null && <ErrorNote error={write.error} />}
        <QueryState query={query}>
          {({ folder, items, writing, fault }) => (
            <div aria-live="polite">
              {writing && <Text size="sm">{t('data.writing')}</Text>}
              {fault !== null && <p className={rows.bad}>{fault}</p>}
              <Text size="sm" mb="xs" className={rows.details}>
                {t(items.length === 0 ? 'data.noBackup' : 'data.folder', { folder })}
              </Text>
              {items.length > 0 && (
                <ul className={rows.list}>
                  {items.slice(0, 10).map(({ name, bytes: size, finishedAt }, index) => (
                    <li key={name} className={rows.row}>
                      <div className={rows.main}>
                        <div className={rows.name}>{name}</div>
                        <div className={rows.details}>
                          {dateTime(finishedAt)} · {bytes(size)}
                        </div>
                      </div>
                      {index === 0 && <StatusBadge tone="good">{t('data.newest')}</StatusBadge>}
                    </li>
                  ))}
                </ul>
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
