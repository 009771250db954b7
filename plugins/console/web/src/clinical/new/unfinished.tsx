import { Button, Group, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconWaveSine } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../session/session.ts';
import { api, read } from '../../shared/api.ts';
import { useFormat } from '../../shared/format.ts';
import { Notice } from '../../shared/notice.tsx';
import { discardRecording, finishAtHost, finishRecording, startRecording, useRecorder } from './recorder.ts';
import { listRecordings, putRecording, type StoredRecording } from './recording-storage.ts';

/** Recordings that a closed tab or a dead battery left: go on, finish, or discard each. */
export function Unfinished() {
  const { account_id: account } = useSession();
  const { phase, id: active } = useRecorder();
  const { recording: wanted } = useSearch({ from: '/signed-in/clinical/new' });
  const { data } = useQuery({
    queryKey: ['stored recordings', account, phase, wanted],
    queryFn: async () => {
      const here = await listRecordings(account);
      return wanted === undefined || here.some(({ liveId }) => liveId === wanted)
        ? here
        : [...here, await elsewhere(wanted, account)];
    },
    staleTime: 0,
  });
  const left = (data ?? []).filter(({ id }) => id !== active);
  if (left.length === 0 || phase !== 'idle') return null;
  return (
    <Stack gap="sm" mb="lg">
      {left.map((recording) => (
        <UnfinishedRecording key={recording.id} recording={recording} />
      ))}
    </Stack>
  );
}

/** A recording that was begun in another browser: its sound is at the host, and this browser can go on with it. */
async function elsewhere(liveId: string, account: string): Promise<StoredRecording> {
  const live = await read(api.GET('/api/v1/transcripts/live/{id}', { params: { path: { id: liveId } } }));
  return { id: live.id, account, startedAt: live.createdAt, settings: { form: live.form }, liveId, offset: live.bytes };
}

function UnfinishedRecording({ recording }: { readonly recording: StoredRecording }) {
  const { t } = useTranslation('clinical');
  const { dateTime } = useFormat();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const options = {
    onError: (error: Error) => notifications.show({ color: 'red', message: error.message, autoClose: false as const }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['stored recordings'] }),
  };
  const goOn = useMutation({
    mutationFn: async () => {
      await putRecording(recording);
      await startRecording(undefined, { goOn: recording.id });
    },
    ...options,
  });
  const finish = useMutation({
    mutationFn: () =>
      recording.id === recording.liveId ? finishAtHost(recording.liveId) : finishRecording(recording.id),
    onSuccess: () => navigate({ to: '/clinical/today' }),
    ...options,
  });
  const discard = useMutation({
    mutationFn: () => putRecording(recording).then(() => discardRecording(recording.id)),
    ...options,
  });
  return (
    <Notice tone="warn" icon={IconWaveSine} title={t('new.unfinished')}>
      <Stack gap="sm">
        <Text size="sm">
          {t('new.unfinishedText', {
            name: recording.settings.patient?.name ?? t('today.unnamed'),
            time: dateTime(recording.startedAt),
          })}
        </Text>
        <Group gap="xs">
          <Button size="xs" loading={goOn.isPending} onClick={() => goOn.mutate()}>
            {t('new.goOn')}
          </Button>
          <Button size="xs" variant="default" loading={finish.isPending} onClick={() => finish.mutate()}>
            {t('new.finish')}
          </Button>
          <Button size="xs" variant="subtle" color="red" loading={discard.isPending} onClick={() => discard.mutate()}>
            {t('today.discard')}
          </Button>
        </Group>
      </Stack>
    </Notice>
  );
}
