import { Button, Checkbox, FileInput, Stack, Text } from '@mantine/core';
import { IconCircleCheck, IconFileImport } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../shared/api-error.ts';
import { ErrorNote } from '../../shared/error-note.tsx';
import { Notice } from '../../shared/notice.tsx';
import { importEndings, importEvents, lineErrorsOf } from './import-events.ts';

/** Imports a file of events, and says which lines were refused and why. */
export function ImportForm({ timeline }: { readonly timeline: string }) {
  const { t } = useTranslation('time');
  const [file, setFile] = useState<File | null>(null);
  const [skipErrors, setSkipErrors] = useState(false);
  const send = useMutation({
    mutationFn: (chosen: File) => importEvents(chosen, chosen.name, { timeline, skipErrors }),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (file !== null) send.mutate(file);
  };
  const lines = send.error instanceof ApiError ? lineErrorsOf(send.error.body) : (send.data?.errors ?? []);
  return (
    <form onSubmit={submit}>
      <Stack gap="md">
        <Text size="sm">{t('import.text')}</Text>
        <FileInput
          required
          data-autofocus
          label={t('import.file')}
          placeholder={t('import.choose')}
          accept={importEndings}
          leftSection={<IconFileImport size={17} aria-hidden />}
          value={file}
          onChange={setFile}
        />
        <Checkbox
          label={t('import.skip')}
          checked={skipErrors}
          onChange={({ currentTarget }) => setSkipErrors(currentTarget.checked)}
        />
        <Button type="submit" loading={send.isPending} disabled={file === null}>
          {t('import.start')}
        </Button>
        <div aria-live="polite">
          {send.data !== undefined && send.error === null && (
            <Notice tone="good" icon={IconCircleCheck} title={t('import.done', { count: send.data.imported })}>
              {send.data.skipped > 0 && t('import.skipped', { count: send.data.skipped })}
            </Notice>
          )}
          {send.error !== null && lines.length === 0 && <ErrorNote error={send.error} />}
          {lines.length > 0 && (
            <Stack gap={4} mt="sm">
              <Text size="sm" fw={600}>
                {t('import.lines', { count: lines.length })}
              </Text>
              {lines.slice(0, 20).map(({ line, detail }) => (
                <Text key={`${line} ${detail}`} size="sm">
                  {t('import.line', { line })}: {detail}
                </Text>
              ))}
            </Stack>
          )}
        </div>
      </Stack>
    </form>
  );
}
