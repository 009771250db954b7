import { Group, Stack } from '@mantine/core';
import { IconFileText, IconTestPipe, IconTimeline, IconTrash } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { z } from 'zod/mini';
import { useSession } from '../session/session.ts';
import { ActionButton, LinkButton, RowButton } from '../shared/action.tsx';
import { sendSignedIn } from '../shared/api.ts';
import { useTexts } from '../shared/i18n.ts';
import { Dimmed, Notice } from '../shared/page.tsx';
import { useDeletion } from './records.ts';

/** The consultation that `chronoscribe try` uses: the build copies it beside the application. */
const file = new URL('../../../../../config/tour/consultation.vtt', import.meta.url);

/** The name that the sample is sent under, by which it is known as one. */
const title = 'chronoscribe-sample-visit.vtt';

export const isSample = (record: { readonly title: string }): boolean => record.title === title;

/** Sends an invented consultation. It is a transcript, so no recogniser is needed. @returns the id of its record */
async function makeSampleVisit(patient: string): Promise<string> {
  const form = new FormData();
  form.set('file', await (await fetch(file)).blob(), title);
  form.set('patient', JSON.stringify({ name: patient }));
  return z.object({ id: z.string() }).parse(await sendSignedIn('POST', '/api/v1/transcripts/upload_audio_file', form))
    .id;
}

/** Something to try everything on, for those who have nothing of their own here yet. */
export function Samples() {
  const { t } = useTexts('clinical');
  const { scopes } = useSession();
  const navigate = useNavigate();
  const visit = async () => {
    const id = await makeSampleVisit(t('sample.patient'));
    await navigate({ to: '/clinical/notes/$id', params: { id } });
  };
  return (
    <Stack gap="sm" align="center">
      <Dimmed ta="center">{t('sample.offer')}</Dimmed>
      <Group justify="center" gap="xs">
        <ActionButton variant="default" icon={IconFileText} action={visit}>
          {t('sample.visit')}
        </ActionButton>
        {scopes.includes('time') && (
          <LinkButton to="/time/timelines" variant="default" icon={IconTimeline}>
            {t('sample.history')}
          </LinkButton>
        )}
      </Group>
    </Stack>
  );
}

/** Says that a visit is invented, and deletes it. */
export function SampleNotice({ id }: { readonly id: string }) {
  const { t } = useTexts('clinical');
  const remove = useDeletion('transcripts', id);
  return (
    <Notice tone="good" icon={IconTestPipe} title={t('sample.here')}>
      <Group gap="sm" justify="space-between">
        {t('sample.hereText')}
        <RowButton scope="clinical" text={t('sample.delete')} icon={IconTrash} action={remove} />
      </Group>
    </Notice>
  );
}
