import { Text } from '@mantine/core';
import { IconFileText, IconFileTypePdf, IconGridDots, IconPhoto } from '@tabler/icons-react';
import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { useTexts } from '../../shared/i18n.ts';
import { QueryList, Row, Rows, StatusBadge, When } from '../../shared/list.tsx';
import { Dimmed, Section } from '../../shared/page.tsx';
import { nameOf, screenOf } from '../records.ts';
import type { ListedRecord } from './today-queries.ts';

/** The records of one state by their days; nothing if there are none. */
export function RecordGroup(props: {
  readonly title: string;
  readonly query: UseInfiniteQueryResult<readonly ListedRecord[]>;
  /** What is looked for: marked where it stands. */
  readonly words?: string | undefined;
}) {
  const { dayName } = useTexts();
  const { data: { length } = [], isError, hasNextPage } = props.query;
  if (length === 0 && !hasNextPage && !isError) return null;
  return (
    <Section title={props.title} count={hasNextPage ? `${length}+` : String(length)}>
      <QueryList query={props.query}>
        {(records) =>
          [...Map.groupBy(records, ({ createdAt }) => dayName(createdAt))].map(([day, ofDay]) => (
            <div key={day}>
              <Dimmed mt="md" mb="xs">
                {day}
              </Dimmed>
              <Rows>
                {ofDay.map((record) => (
                  <RecordRow key={record.id} record={record} words={props.words} />
                ))}
              </Rows>
            </div>
          ))
        }
      </QueryList>
    </Section>
  );
}
/** Of what is looked for. */
const Match = lazy(async () => ({ default: (await import('./match.tsx')).Match }));

const icons = {
  'audio-note': IconFileText,
  'chiropractic-grid': IconGridDots,
  image: IconPhoto,
  pdf: IconFileTypePdf,
} as const;

function RecordRow({ record, words = '' }: { readonly record: ListedRecord; readonly words?: string | undefined }) {
  const { t } = useTexts('clinical');
  const icon = Object.entries(icons).find(([form]) => form === record.form)?.[1] ?? IconFileText;
  const details = [
    record.patient?.name === undefined ? undefined : record.patient.identifier,
    record.visit?.reason,
    record.visit?.clinician,
    record.match === null ? record.excerpt || undefined : undefined,
  ].filter((part) => part !== undefined);
  return (
    <Row
      icon={icon}
      link={screenOf(record)}
      name={nameOf(record) || t('today.unnamed')}
      details={[
        details.length > 0 && (
          <Text key="details" span inherit display="block" truncate>
            {details.join(' · ')}
          </Text>
        ),
        record.match !== null && (
          <Suspense key="match" fallback={record.match}>
            <Match line={record.match} words={words} />
          </Suspense>
        ),
      ].filter((line) => line !== false)}
    >
      {record.status === 'draft' && record.warnings.length > 0 && (
        <StatusBadge tone="warn" title={record.warnings.join('\n')}>
          {t('today.warnings', { count: record.warnings.length })}
        </StatusBadge>
      )}
      <When at={record.createdAt} format="time" />
    </Row>
  );
}
