import { Table, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Answer } from '../../shared/answer.ts';
import { useFormat } from '../../shared/format.ts';
import { StatusBadge } from '../../shared/status-badge.tsx';
import classes from '../settings.module.css';

type Entry = Answer<'/admin/audit'>['items'][number];

const columns = ['at', 'action', 'outcome', 'who', 'record', 'address', 'request', 'account'] as const;

/** Entries of the audit log. Who acted is a person by name, with the session, or a key. */
export function AuditTable({ entries }: { readonly entries: readonly Entry[] }) {
  const { t } = useTranslation('settings');
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a table wider than the screen is scrolled by the keyboard too
    <section className={classes.table} tabIndex={0} aria-label={t('audit.title')}>
      <Table verticalSpacing="xs" horizontalSpacing="md" stickyHeader>
        <Table.Thead>
          <Table.Tr>
            {columns.map((column) => (
              <Table.Th key={column}>{t(`audit.${column}`)}</Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {entries.map((entry) => (
            <Row key={`${entry.chain}/${entry.seq}`} entry={entry} />
          ))}
        </Table.Tbody>
      </Table>
    </section>
  );
}

function Row({ entry }: { readonly entry: Entry }) {
  const { t } = useTranslation('settings');
  const { dateTime } = useFormat();
  const { at, action, outcome, count, by, key, record, address, request, account } = entry;
  return (
    <Table.Tr>
      <Table.Td className={classes.time}>{dateTime(Date.parse(at))}</Table.Td>
      <Table.Td className={classes.mono}>{action}</Table.Td>
      <Table.Td className={classes.time}>
        <StatusBadge tone={failed(outcome) ? 'bad' : 'good'}>{String(outcome)}</StatusBadge>
        {count !== undefined && <Text size="xs">{t('audit.times', { count })}</Text>}
      </Table.Td>
      <Table.Td>
        {by !== undefined && <Text size="sm">{by}</Text>}
        <span className={classes.mono}>{key ?? (by === undefined && '–')}</span>
      </Table.Td>
      {[record, address, request, account].map((value, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the columns stay in their order
        <Table.Td key={at} className={classes.mono}>
          {value ?? '–'}
        </Table.Td>
      ))}
    </Table.Tr>
  );
}

const failed = (outcome: Entry['outcome']): boolean =>
  outcome === 'failed' || (typeof outcome === 'number' && outcome >= 400);
