import { Button, Checkbox, Group, Stack, Text } from '@mantine/core';
import { IconNotesOff, IconSignature } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api, read } from '../../shared/api.ts';
import { Dialog } from '../../shared/dialog.tsx';
import { ErrorNote } from '../../shared/error-note.tsx';
import { Notice } from '../../shared/notice.tsx';
import { recordQuery, type Transcript } from './record-query.ts';

/** Signs a note: every warning is accepted one by one, how much was said and stays out is told, and the version that was seen is named. */
export function SignDialog({ record, onClose }: { readonly record: Transcript; readonly onClose: () => void }) {
  const { t } = useTranslation('clinical');
  const { t: shared } = useTranslation();
  const queryClient = useQueryClient();
  const { queryKey } = recordQuery(record.id);
  const [accepted, setAccepted] = useState<readonly string[]>([]);
  const staysOut = record.coverage.unmentioned?.length ?? 0;
  const open = record.warnings.filter((warning) => !accepted.includes(warning));
  const sign = useMutation({
    mutationFn: () =>
      read(
        api.POST('/api/v1/transcripts/{id}/sign', {
          params: { path: { id: record.id } },
          body: { acknowledge: [...record.warnings], version: record.version },
        }),
      ),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey });
      void queryClient.invalidateQueries({ queryKey: ['records'] });
      onClose();
    },
    // Somebody may have changed the record: what is signed must be what is seen.
    onError: () => queryClient.invalidateQueries({ queryKey }),
  });
  return (
    <Dialog opened onClose={onClose} title={t('sign.title')} size="lg">
      <Stack gap="md">
        <Text size="sm">{t('sign.text')}</Text>
        {record.warnings.length > 0 && (
          <Stack gap="sm" component="fieldset" style={{ border: 0, margin: 0, padding: 0 }}>
            <Text component="legend" fw={600} size="sm" mb="xs">
              {t('sign.warnings')}
            </Text>
            {record.warnings.map((warning) => (
              <Checkbox
                key={warning}
                label={warning}
                checked={accepted.includes(warning)}
                onChange={(event) => {
                  const isAccepted = event.currentTarget.checked;
                  setAccepted((now) => (isAccepted ? [...now, warning] : now.filter((each) => each !== warning)));
                }}
              />
            ))}
          </Stack>
        )}
        {staysOut > 0 && (
          <Notice tone="warn" icon={IconNotesOff} title={t('sign.unmentioned', { count: staysOut })}>
            <Text size="sm">{t('sign.unmentionedText')}</Text>
          </Notice>
        )}
        {sign.error !== null && <ErrorNote error={sign.error} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {shared('action.cancel')}
          </Button>
          <Button
            leftSection={<IconSignature size={18} aria-hidden />}
            disabled={open.length > 0}
            loading={sign.isPending}
            onClick={() => sign.mutate()}
          >
            {t('sign.sign')}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
