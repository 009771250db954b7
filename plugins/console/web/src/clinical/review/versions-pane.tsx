import { Select, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../shared/format.ts';
import { QueryState } from '../../shared/query-state.tsx';
import factsClasses from './facts.module.css';
import { NoteDiff } from './note-diff.tsx';
import { type Transcript, versionQuery, versionsQuery } from './record-query.ts';
import classes from './versions.module.css';

/** The versions of a record, and what changed in the note since one of them. */
export function VersionsPane({ record }: { readonly record: Transcript }) {
  const { t } = useTranslation('clinical');
  const { dateTime } = useFormat();
  const versions = useQuery(versionsQuery(record.id, record.version));
  const [chosen, setChosen] = useState<number | undefined>(undefined);
  return (
    <Stack className={factsClasses.facts} gap="md">
      <QueryState query={versions}>
        {({ items }) => (
          <>
            <ol className={classes.versions}>
              {items.toReversed().map(({ version, changedAt, by, change }) => (
                <li key={version}>
                  <Text span fw={600} size="sm">
                    {version}
                  </Text>
                  <span>
                    {t(`change.${change}`, { defaultValue: change })}
                    <Text span size="sm" c="dimmed">
                      {' '}
                      {[by, dateTime(changedAt)].filter((part) => part !== null).join(', ')}
                    </Text>
                  </span>
                </li>
              ))}
            </ol>
            {items.length > 1 && (
              <Select
                label={t('versions.compare')}
                placeholder={t('versions.choose')}
                data={items
                  .filter(({ version }) => version !== record.version)
                  .map(({ version, changedAt }) => ({
                    value: String(version),
                    label: t('versions.one', { version, at: dateTime(changedAt) }),
                  }))}
                value={chosen === undefined ? null : String(chosen)}
                onChange={(value) => setChosen(value === null ? undefined : Number(value))}
              />
            )}
          </>
        )}
      </QueryState>
      {chosen !== undefined && <Comparison record={record} version={chosen} />}
    </Stack>
  );
}

function Comparison({ record, version }: { readonly record: Transcript; readonly version: number }) {
  const query = useQuery(versionQuery(record.id, version));
  return <QueryState query={query}>{(old) => <NoteDiff before={old.sections} after={record.sections} />}</QueryState>;
}
