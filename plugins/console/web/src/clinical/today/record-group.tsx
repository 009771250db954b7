import { Highlight, Text } from '@mantine/core';
import { IconFileText, IconFileTypePdf, IconGridDots, IconPhoto } from '@tabler/icons-react';
import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import { dotted, useTexts } from '../../shared/i18n.ts';
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

const icons = {
  'audio-note': IconFileText,
  'chiropractic-grid': IconGridDots,
  image: IconPhoto,
  pdf: IconFileTypePdf,
} as const;

function RecordRow({ record, words = '' }: { readonly record: ListedRecord; readonly words?: string | undefined }) {
  const { t } = useTexts('clinical');
  const icon = Object.entries(icons).find(([form]) => form === record.form)?.[1] ?? IconFileText;
  const details = dotted(
    record.patient?.name && record.patient.identifier,
    ...[record.visit?.reason, record.visit?.clinician],
    record.match === null && record.excerpt,
  );
  return (
    <Row
      icon={icon}
      link={screenOf(record)}
      name={nameOf(record) || t('today.unnamed')}
      details={[
        details !== '' && (
          <Text key="details" span inherit display="block" truncate>
            {details}
          </Text>
        ),
        record.match !== null && (
          <Highlight key="match" highlight={words.split(/\s+/)} span inherit display="block" dir="auto">
            {record.match}
          </Highlight>
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
