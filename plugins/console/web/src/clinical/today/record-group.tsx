import { Button, Text } from '@mantine/core';
import { IconAlertTriangle, IconFileText, IconFileTypePdf, IconGridDots, IconPhoto } from '@tabler/icons-react';
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { ErrorNote } from '../../shared/error-note.tsx';
import { useFormat } from '../../shared/format.ts';
import rows from '../../shared/rows.module.css';
import { Section } from '../../shared/section.tsx';
import classes from './today.module.css';
import type { ListedRecord } from './today-queries.ts';

interface RecordPage {
  readonly items: readonly ListedRecord[];
  readonly next_cursor: string | null;
}

/** The records of one state; nothing if there are none. */
export function RecordGroup(props: {
  readonly title: string;
  readonly query: UseInfiniteQueryResult<InfiniteData<RecordPage>>;
}) {
  const { t } = useTranslation();
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = props.query;
  if (error !== null && data === undefined) return <ErrorNote error={error} onRetry={() => void refetch()} />;
  const records = data?.pages.flatMap(({ items }) => items) ?? [];
  if (records.length === 0 && !hasNextPage) return null;
  return (
    <Section title={props.title} count={hasNextPage ? `${records.length}+` : String(records.length)}>
      <ul className={rows.list}>
        {records.map((record) => (
          <RecordRow key={record.id} record={record} />
        ))}
      </ul>
      {hasNextPage && (
        <Button variant="subtle" size="xs" mt="xs" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t('action.more')}
        </Button>
      )}
    </Section>
  );
}

const icons = {
  'audio-note': IconFileText,
  'chiropractic-grid': IconGridDots,
  image: IconPhoto,
  pdf: IconFileTypePdf,
} as const;

function RecordRow({ record }: { readonly record: ListedRecord }) {
  const { t } = useTranslation('clinical');
  const { dateTime } = useFormat();
  const FormIcon = Object.entries(icons).find(([form]) => form === record.form)?.[1] ?? IconFileText;
  const isDocument = record.location.includes('/documents/');
  const name = record.patient?.name ?? record.patient?.identifier ?? (record.title || t('today.unnamed'));
  const details = [
    record.patient?.name === undefined ? undefined : record.patient.identifier,
    record.visit?.reason,
    record.visit?.clinician,
  ].filter((part) => part !== undefined);
  return (
    <li>
      <Link
        to={isDocument ? '/clinical/documents/$id' : '/clinical/notes/$id'}
        params={{ id: record.id }}
        className={classes.row}
      >
        <FormIcon size={19} stroke={1.6} aria-hidden className={classes.icon} />
        <span className={classes.who}>
          <span className={classes.name}>{name}</span>
          {details.length > 0 && <span className={classes.details}>{details.join(' · ')}</span>}
        </span>
        {record.warnings.length > 0 && (
          <span className={classes.warnings} title={record.warnings.join('\n')}>
            <IconAlertTriangle size={15} aria-hidden />
            {t('today.warnings', { count: record.warnings.length })}
          </span>
        )}
        <Text
          component="time"
          size="sm"
          c="dimmed"
          className={classes.when}
          dateTime={new Date(record.createdAt).toISOString()}
        >
          {dateTime(record.createdAt)}
        </Text>
      </Link>
    </li>
  );
}
