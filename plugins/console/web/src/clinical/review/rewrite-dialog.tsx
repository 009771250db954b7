import { Button, Group, Select, Stack, Text, Textarea } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api, read } from '../../shared/api.ts';
import { Dialog } from '../../shared/dialog.tsx';
import { ErrorNote } from '../../shared/error-note.tsx';
import { useTemplateChoice } from '../../shared/templates.ts';
import { recordQuery, type Transcript } from './record-query.ts';

/** Has the note written anew from the transcript, perhaps in another template. The version before is kept. */
export function RewriteDialog({ record, onClose }: { readonly record: Transcript; readonly onClose: () => void }) {
  const { t } = useTranslation('clinical');
  const { t: shared } = useTranslation();
  const queryClient = useQueryClient();
  const [template, setTemplate] = useState(record.template);
  const [text, setText] = useState('');
  const rewrite = useMutation({
    mutationFn: () =>
      read(
        api.POST('/api/v1/transcripts/{id}/rewrite', {
          params: { path: { id: record.id } },
          body: { ...(template === '' ? {} : { template }), ...(text.trim() === '' ? {} : { text: text.trim() }) },
        }),
      ),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: recordQuery(record.id).queryKey });
      onClose();
    },
  });
  const templates = useTemplateChoice(record.template);
  return (
    <Dialog opened onClose={onClose} title={t('rewrite.title')}>
      <Stack gap="md">
        <Text size="sm">{t('rewrite.text')}</Text>
        {record.form === 'audio-note' && (
          <Select
            label={t('visit.template')}
            allowDeselect={false}
            data={templates.data}
            value={template}
            error={templates.error}
            onChange={(next) => setTemplate(next ?? record.template)}
          />
        )}
        <Textarea
          label={t('visit.emphasis')}
          description={t('visit.emphasisHelp')}
          autosize
          minRows={2}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        {rewrite.error !== null && <ErrorNote error={rewrite.error} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {shared('action.cancel')}
          </Button>
          <Button loading={rewrite.isPending} onClick={() => rewrite.mutate()}>
            {t('rewrite.rewrite')}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
