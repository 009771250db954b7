import { Card, Group, Stack, Table, Text, TextInput } from '@mantine/core';
import { useDebouncedValue, useInputState } from '@mantine/hooks';
import { IconListCheck, IconShieldCheck } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useSession } from '../../session/session.ts';
import { ActionButton, useAction } from '../../shared/action.tsx';
import { type Answer, api } from '../../shared/api.ts';
import { ListPage } from '../../shared/form.tsx';
import { useTexts } from '../../shared/i18n.ts';
import { pagesOf, StatusBadge } from '../../shared/list.tsx';
import look from '../../shared/look.module.css';
import { ErrorNote } from '../../shared/page.tsx';

type Entry = Answer<'/admin/audit'>['items'][number];

/** Empty fields match everything. */
const auditQuery = (record: string, key: string) =>
  pagesOf(
    ['admin', 'audit', record, key],
    (cursor) => api.GET('/admin/audit', { limit: 100, record: record || undefined, key: key || undefined, cursor }),
    ({ items }) => items,
  );

/** Who did what with whose records, and whether nobody changed the log since. */
export function AuditPage() {
  const { t } = useTexts('settings');
  const isOperator = useSession().scopes.includes('operator');
  const [record, setRecord] = useInputState('');
  const [key, setKey] = useInputState('');
  const [filter] = useDebouncedValue({ record: record.trim(), key: key.trim() }, 300);
  const query = useInfiniteQuery(auditQuery(filter.record, filter.key));
  return (
    <ListPage
      title={t('audit.title')}
      subtitle={t('audit.subtitle')}
      width="wide"
      above={
        <>
          {isOperator && <Verification />}
          <search>
            <Group align="flex-end">
              <TextInput label={t('audit.record')} value={record} onChange={setRecord} />
              <TextInput label={t('audit.key')} value={key} onChange={setKey} />
            </Group>
          </search>
        </>
      }
      query={query}
      lines={6}
      empty={{ icon: IconListCheck, title: t('audit.empty') }}
      more={t('audit.older')}
    >
      {(entries) => <AuditTable entries={entries} />}
    </ListPage>
  );
}

function Verification() {
  const { t } = useTexts('settings');
  const verify = useAction(() => api.GET('/admin/audit/verification'));
  return (
    <Card>
      <Group justify="space-between" gap="sm">
        <Text size="sm" maw={620}>
          {t('audit.verifyText')}
        </Text>
        <ActionButton variant="light" icon={IconShieldCheck} action={verify}>
          {t('audit.verify')}
        </ActionButton>
      </Group>
      <ErrorNote error={verify.error} />
      <div role="status">
        {verify.data?.items.map(({ chain, entries, hash, fault }) => (
          <Stack key={chain} gap={4} mt="sm">
            <Group gap="xs">
              <StatusBadge tone={fault === null ? 'good' : 'bad'}>
                {fault === null ? t('audit.whole') : t('audit.broken')}
              </StatusBadge>
              <Text size="sm">{t('audit.chain', { chain, count: entries })}</Text>
            </Group>
            <Text {...mono} style={{ overflowWrap: 'anywhere' }}>
              {fault ?? hash}
            </Text>
          </Stack>
        ))}
      </div>
    </Card>
  );
}

const mono = { ff: 'monospace', fz: 'xs' } as const;
const columns = ['at', 'action', 'outcome', 'who', 'record', 'address', 'request', 'account'] as const;

/** Entries of the audit log. Who acted is a person by name, with the session, or a key. */
function AuditTable({ entries }: { readonly entries: readonly Entry[] }) {
  const { t, dateTime } = useTexts('settings');
  const body = entries.map(({ at, action, outcome, count, by, key, record, address, request, account }) => [
    dateTime(at),
    <Text key="action" {...mono}>
      {action}
    </Text>,
    <div key="outcome">
      <StatusBadge tone={failed(outcome) ? 'bad' : 'good'}>{String(outcome)}</StatusBadge>
      {count !== undefined && <Text size="xs">{t('audit.times', { count })}</Text>}
    </div>,
    <div key="who">
      {by !== undefined && <Text size="sm">{by}</Text>}
      <Id>{key ?? (by === undefined ? null : '')}</Id>
    </div>,
    ...Object.entries({ record, address, request, account }).map(([name, id]) => <Id key={name}>{id}</Id>),
  ]);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a table wider than the screen is scrolled by the keyboard too
    <section className={look.list} style={{ overflowX: 'auto' }} tabIndex={0} aria-label={t('audit.title')}>
      <Table
        verticalSpacing="xs"
        horizontalSpacing="md"
        stickyHeader
        style={{ whiteSpace: 'nowrap' }}
        data={{ head: columns.map((column) => t(`audit.${column}`)), body }}
      />
    </section>
  );
}

/** An id is not broken; what is cut off is shown to who points at it, and copied with the rest. */
function Id({ children }: { readonly children: string | null | undefined }) {
  return (
    <Text {...mono} maw="11rem" truncate title={children ?? ''}>
      {children ?? '–'}
    </Text>
  );
}

const failed = (outcome: Entry['outcome']): boolean =>
  outcome === 'failed' || (typeof outcome === 'number' && outcome >= 400);
