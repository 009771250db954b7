import { Checkbox, FileInput, Stack, Text } from '@mantine/core';
import { IconCircleCheck, IconFileImport } from '@tabler/icons-react';
import { z } from 'zod/mini';
import { ApiError, api, refresh, sendSignedIn } from '../../shared/api.ts';
import { Form, useFields } from '../../shared/form.tsx';
import { useTexts } from '../../shared/i18n.ts';
import { Notice } from '../../shared/page.tsx';
import { primary } from './shown-timeline.ts';

/** The errors of single lines that an import failed for, or that it left out. */
const LineErrors = z.object({ errors: z.array(z.object({ line: z.number(), detail: z.string() })) });
const Imported = z.extend(LineErrors, { imported: z.number(), skipped: z.number() });

const types: Readonly<Record<string, string>> = {
  csv: 'text/csv',
  ndjson: 'application/x-ndjson',
  jsonl: 'application/x-ndjson',
  ics: 'text/calendar',
};

/** Imports a file by its ending. @throws {ApiError} with the errors of its lines, unless they are to be left out */
async function importEvents(
  file: Blob,
  name: string,
  { timeline, skipErrors }: { readonly timeline: string; readonly skipErrors: boolean },
): Promise<z.output<typeof Imported>> {
  const ending = name.slice(name.lastIndexOf('.') + 1).toLowerCase();
  const query = new URLSearchParams({ timeline_id: timeline, on_error: skipErrors ? 'skip' : 'fail' });
  const headers = { 'content-type': types[ending] ?? 'application/octet-stream' };
  const answer = await sendSignedIn('POST', `/v1/import-events?${query}`, file, { headers });
  await refresh('time');
  return Imported.parse(answer);
}

/** The file that `chronoscribe seed history` loads: the build copies it beside the application. */
const sampleFile = new URL('../../../../../../config/seeds/history.ndjson', import.meta.url);

/** Imports the sample history into a branch of its own, so that deleting the branch deletes it. */
export async function importSample(description: string): Promise<string> {
  const sample = await (await fetch(sampleFile)).blob();
  const { timeline_id } = await api.POST('/v1/create-timeline', { body: { base_timeline_id: primary, description } });
  await importEvents(sample, 'history.ndjson', { timeline: timeline_id, skipErrors: false });
  return timeline_id;
}

/** Imports a file of events, and says which lines were refused and why. */
export function ImportForm({ timeline }: { readonly timeline: string }) {
  const { t } = useTexts('time');
  const [field, send, { values, box }] = useFields(
    { file: null as File | null, skipErrors: false },
    async ({ file, skipErrors }) => file && importEvents(file, file.name, { timeline, skipErrors }),
    { stays: () => true },
  );
  const { data, error } = send;
  const refused = error instanceof ApiError ? LineErrors.safeParse(error.body).data : data;
  const lines = refused?.errors ?? [];
  return (
    <Form
      sending={send}
      submit={t('import.start')}
      disabled={values.file === null}
      showsError={lines.length > 0}
      staysOpen
    >
      <Text size="sm">{t('import.text')}</Text>
      <FileInput
        required
        data-autofocus
        label={t('import.file')}
        placeholder={t('import.choose')}
        accept={Object.keys(types)
          .map((ending) => `.${ending}`)
          .join(',')}
        leftSection={<IconFileImport size={17} aria-hidden />}
        {...field('file')}
      />
      <Checkbox label={t('import.skip')} {...box('skipErrors')} />
      <div aria-live="polite">
        {data && (
          <Notice tone="good" icon={IconCircleCheck} title={t('import.done', { count: data.imported })}>
            {data.skipped > 0 && t('import.skipped', { count: data.skipped })}
          </Notice>
        )}
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
    </Form>
  );
}
