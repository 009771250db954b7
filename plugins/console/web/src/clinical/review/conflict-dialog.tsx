import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../shared/dialog.tsx';
import { QueryState } from '../../shared/list.tsx';
import { queryClient } from '../../shared/query-client.ts';
import { readRecord, recordQuery, type Transcript } from './record-query.ts';
import type { Editor } from './use-editor.ts';
import { NoteDiff, TextDiff } from './versions.tsx';

/** Somebody else changed the same part: shows theirs and one's own as a difference, and lets the person decide. */
export function ConflictDialog({ record, editor }: { readonly record: Transcript; readonly editor: Editor }) {
  const { t } = useTranslation('clinical');
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
