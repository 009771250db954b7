import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconListCheck, IconShieldCheck } from '@tabler/icons-react';
import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../session/session.ts';
import { api, read } from '../../shared/api.ts';
import { Empty } from '../../shared/empty.tsx';
import { ErrorNote } from '../../shared/error-note.tsx';
import { Page } from '../../shared/page.tsx';
import { Loading } from '../../shared/query-state.tsx';
import { StatusBadge } from '../../shared/status-badge.tsx';
import classes from '../settings.module.css';
import { AuditTable } from './audit-table.tsx';
import { auditQuery } from './system-queries.ts';

/** Who did what with whose records, and whether nobody changed the log since. */
export function AuditPage() {
  const { t } = useTranslation('settings');
  const isOperator = useSession().scopes.includes('operator');
  const [record, setRecord] = useState('');
  const [key, setKey] = useState('');
  const [filter] = useDebouncedValue({ record: record.trim(), key: key.trim() }, 300);
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(auditQuery(filter));
  const entries = data?.pages.flatMap(({ items }) => items);
  return (
    <Page title={t('audit.title')} subtitle={t('audit.subtitle')} width="wide">
      <Stack gap="lg">
        {isOperator && <Verification />}
        <search>
          <Group align="flex-end">
            <TextInput
              label={t('audit.record')}
              value={record}
              onChange={(event) => setRecord(event.currentTarget.value)}
            />
            <TextInput label={t('audit.key')} value={key} onChange={(event) => setKey(event.currentTarget.value)} />
          </Group>
        </search>
        {entries === undefined && error === null && <Loading lines={6} />}
        {error !== null && <ErrorNote error={error} onRetry={() => void refetch()} />}
        {entries !== undefined && entries.length === 0 && <Empty icon={IconListCheck} title={t('audit.empty')} />}
        {entries !== undefined && entries.length > 0 && <AuditTable entries={entries} />}
        {hasNextPage && (
          <Button variant="subtle" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {t('audit.older')}
          </Button>
        )}
      </Stack>
    </Page>
  );
}

function Verification() {
  const { t } = useTranslation('settings');
  const verify = useMutation({ mutationFn: () => read(api.GET('/admin/audit/verification')) });
  return (
    <section className={classes.card}>
      <Group justify="space-between" gap="sm">
        <Text size="sm" maw={620}>
          {t('audit.verifyText')}
        </Text>
        <Button
          variant="light"
          leftSection={<IconShieldCheck size={17} aria-hidden />}
          loading={verify.isPending}
          onClick={() => verify.mutate()}
        >
          {t('audit.verify')}
        </Button>
      </Group>
      {verify.error !== null && <ErrorNote error={verify.error} />}
      <div role="status">
        {verify.data?.items.map(({ chain, entries, hash, fault }) => (
          <Stack key={chain} gap={4} mt="sm">
            <Group gap="xs">
              <StatusBadge tone={fault === null ? 'good' : 'bad'}>
                {fault === null ? t('audit.whole') : t('audit.broken')}
              </StatusBadge>
              <Text size="sm">{t('audit.chain', { chain, count: entries })}</Text>
            </Group>
            <span className={classes.mono}>{fault ?? hash}</span>
          </Stack>
        ))}
      </div>
    </section>
  );
}
