import { Button, Group, Select, Stack, Text, Title } from '@mantine/core';
import { IconRestore } from '@tabler/icons-react';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { diffWords } from 'diff';
import { useState } from 'react';
import { IconButton, notifyUndo } from '../../shared/action.tsx';
import { api, queryClient } from '../../shared/api.ts';
import { Dialog } from '../../shared/form.tsx';
import { useTexts } from '../../shared/i18n.ts';
import { QueryState } from '../../shared/list.tsx';
import { Dimmed } from '../../shared/page.tsx';
import { readRecord, recordQuery, type Transcript } from './record-query.ts';
import type { Editor } from './use-editor.ts';
import classes from './versions.module.css';

/** The versions of a record, and what changed in the note since one of them. */
export function VersionsPane({ record, editor }: { readonly record: Transcript; readonly editor: Editor }) {
  const { t, dateTime } = useTexts('clinical');
  const versions = useQuery({
    queryKey: ['transcripts', record.id, 'versions', record.version],
    queryFn: () => api.GET('/api/v1/transcripts/{id}/versions', { id: record.id }),
  });
  const [chosen, setChosen] = useState<string | null>(null);
  const bringBack = async (version: number) => {
    const old = await queryClient.fetchQuery(versionQuery(record.id, version));
    const tag = `version ${version}`;
    editor.bringBack(old, tag);
    notifyUndo(t('versions.isBack', { version }), () => editor.undo(tag));
  };
  return (
    <Stack p="1rem 1.25rem 3rem">
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
                    <Dimmed span> {[by, dateTime(changedAt)].filter((part) => part !== null).join(', ')}</Dimmed>
                  </span>
                  {!editor.readOnly && version !== record.version && (
                    <IconButton
                      icon={IconRestore}
                      label={t('versions.bringBack', { version })}
                      tip
                      action={() => bringBack(version)}
                    />
                  )}
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
                value={chosen}
                onChange={setChosen}
              />
            )}
          </>
        )}
      </QueryState>
      {chosen !== null && <Comparison record={record} version={Number(chosen)} />}
    </Stack>
  );
}

/** What changed in a note since a version. */
export function Comparison({ record, version }: { readonly record: Transcript; readonly version: number }) {
  const query = useQuery(versionQuery(record.id, version));
  return <QueryState query={query}>{(old) => <NoteDiff before={old.sections} after={record.sections} />}</QueryState>;
}

const versionQuery = (id: string, version: number) =>
  queryOptions({
    queryKey: ['transcripts', id, 'version', version],
    queryFn: () => api.GET('/api/v1/transcripts/{id}/versions/{version}', { id, version: String(version) }),
    // A version never changes.
    staleTime: Number.POSITIVE_INFINITY,
  });

interface Section {
  readonly name: string;
  readonly statements: readonly { readonly text: string }[];
}

/** Two notes as one text, with what was removed and what was added. Not by colour alone: removed words are struck. */
function NoteDiff({ before, after }: { readonly [Each in 'before' | 'after']: readonly Section[] }) {
  const names = [...new Set([...before, ...after].map(({ name }) => name))];
  return (
    <div>
      {names.map((name) => {
        const text = (sections: readonly Section[]) =>
          (sections.find((each) => each.name === name)?.statements ?? []).map((each) => each.text).join('\n');
        return (
          <section key={name}>
            <Title order={3} mt="1.1rem" mb="0.4rem" fz="sm">
              {name}
            </Title>
            <TextDiff before={text(before)} after={text(after)} />
          </section>
        );
      })}
    </div>
  );
}

function TextDiff({ before, after }: { readonly before: string; readonly after: string }) {
  let at = 0;
  return (
    <p className={classes.diffText} dir="auto">
      {diffWords(before, after).map(({ value, added, removed }) => {
        at += value.length;
        const key = `${at}-${added}-${removed}`;
        if (added) return <ins key={key}>{value}</ins>;
        if (removed) return <del key={key}>{value}</del>;
        return <span key={key}>{value}</span>;
      })}
    </p>
  );
}

/** Somebody else changed the same part: shows theirs and one's own as a difference, and lets the person decide. */
export function ConflictDialog({ record, editor }: { readonly record: Transcript; readonly editor: Editor }) {
  const { t } = useTexts('clinical');
  const { queryKey } = recordQuery(record.id);
  const newest = useQuery({ queryKey: ['conflict', record.id], queryFn: () => readRecord(record.id), gcTime: 0 });
  const { pending } = editor;
  const settle = (theirs: Transcript, act: () => void) => {
    queryClient.setQueryData(queryKey, theirs);
    act();
  };
  return (
    <Dialog opened onClose={() => undefined} withCloseButton={false} size="xl" title={t('conflict.title')}>
      <Stack gap="md">
        <Text size="sm">{t('conflict.text')}</Text>
        <QueryState query={newest}>
          {(theirs) => (
            <>
              <NoteDiff
                before={theirs.sections.filter(({ name }) => name in pending.sections)}
                after={editor.sections.filter(({ name }) => name in pending.sections)}
              />
              {Object.entries(pending.segments).map(([id, { text }]) => {
                const segment = theirs.segments.find((each) => each.id === id);
                if (segment === undefined || text === undefined) return null;
                return (
                  <section key={id}>
                    <Title order={3}>{t('conflict.segment')}</Title>
                    <TextDiff before={segment.text} after={text} />
                  </section>
                );
              })}
              <Group justify="flex-end">
                <Button variant="default" onClick={() => settle(theirs, editor.discard)}>
                  {t('conflict.theirs')}
                </Button>
                <Button onClick={() => settle(theirs, () => editor.keepMine(theirs))}>{t('conflict.mine')}</Button>
              </Group>
            </>
          )}
        </QueryState>
      </Stack>
    </Dialog>
  );
}
