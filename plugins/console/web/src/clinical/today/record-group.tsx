import { Button, Text } from '@mantine/core';
import { IconAlertTriangle, IconFileText, IconFileTypePdf, IconGridDots, IconPhoto } from '@tabler/icons-react';
import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../shared/format.ts';
import { Rows } from '../../shared/list.tsx';
import { ErrorNote } from '../../shared/notice.tsx';
import { Section } from '../../shared/page.tsx';
import { nameOf } from '../visit-fields.tsx';
import classes from './today.module.css';
import type { ListedRecord } from './today-queries.ts';

/** The records of one state by their days; nothing if there are none. */
export function RecordGroup(props: {
  readonly title: string;
  readonly query: UseInfiniteQueryResult<readonly ListedRecord[]>;
}) {
  const { t } = useTranslation();
  const { dayName } = useFormat();
  const { data: records = [], error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = props.query;
  if (error !== null && props.query.data === undefined)
    return <ErrorNote error={error} onRetry={() => void refetch()} />;
  if (records.length === 0 && !hasNextPage) return null;
  return (
    <Section title={props.title} count={hasNextPage ? `${records.length}+` : String(records.length)}>
      {[...Map.groupBy(records, ({ createdAt }) => dayName(createdAt))].map(([day, ofDay]) => (
        <div key={day}>
          <p className={classes.day}>{day}</p>
          <Rows>
            {ofDay.map((record) => (
              <RecordRow key={record.id} record={record} />
            ))}
          </Rows>
        </div>
      ))}
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
  const { time } = useFormat();
  const FormIcon = Object.entries(icons).find(([form]) => form === record.form)?.[1] ?? IconFileText;
  const isDocument = record.location.includes('/documents/');
  const details = [
    record.patient?.name === undefined ? undefined : record.patient.identifier,
    record.visit?.reason,
    record.visit?.clinician,
    record.excerpt || undefined,
  ].filter((part) => part !== undefined);
  return (
    <li>
      <Link
        to={isDocument ? '/clinical/documents/$id' : '/clinical/notes/$id'}
        params={{ id: record.id }}
        className={classes.row}
      >
        <FormIcon size={19} stroke={1.6} aria-hidden className={classes.icon} />
        <span className={classes.line}>
          <span className={classes.name} dir="auto">
            {nameOf(record) || t('today.unnamed')}
          </span>
          {details.length > 0 && (
            <span className={classes.details} dir="auto">
              {details.join(' · ')}
            </span>
          )}
        </span>
        {record.status === 'draft' && record.warnings.length > 0 && (
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
          {time(record.createdAt)}
        </Text>
      </Link>
    </li>
  );
}
