import { Button, Checkbox, Group, Kbd, Paper, Progress, Select, Stack, Text } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { notifications } from '@mantine/notifications';
import {
  IconCheck,
  IconFlag,
  IconMicrophone,
  IconMicrophoneOff,
  IconPlayerPause,
  IconPlayerPlay,
  IconTrash,
} from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../session/session.ts';
import { ErrorNote } from '../../shared/error-note.tsx';
import { clockTime, useFormat } from '../../shared/format.ts';
import { Notice } from '../../shared/notice.tsx';
import { useHeard } from './heard.ts';
import { listMicrophones, microphoneHindrance } from './microphone.ts';
import classes from './new.module.css';
import {
  discardRecording,
  finishRecording,
  markMoment,
  pauseRecording,
  type RecorderState,
  resumeRecording,
  startRecording,
  useRecorder,
} from './recorder.ts';
import { getRecording } from './recording-storage.ts';
import { type NewVisit, settingsOf } from './settings.ts';

/** Sound that is always on its way while somebody speaks, about ten seconds of it. */
const onItsWay = 60_000;

/** Records a visit in the browser. */
export function RecordPanel(props: {
  readonly visit: NewVisit;
  readonly onVisit: (visit: NewVisit) => void;
  readonly onFinished: () => void;
}) {
  const { t } = useTranslation('clinical');
  const recorder = useRecorder();
  const hindrance = microphoneHindrance();
  if (hindrance !== undefined) {
    return (
      <Notice tone="warn" icon={IconMicrophoneOff} title={t('new.noMicrophone')}>
        {t(`new.${hindrance}`, { origin: location.origin })}
      </Notice>
    );
  }
  return recorder.phase === 'idle' ? (
    <Before {...props} />
  ) : (
    <During recorder={recorder} onFinished={props.onFinished} />
  );
}

function Before({ visit, onVisit }: { readonly visit: NewVisit; readonly onVisit: (visit: NewVisit) => void }) {
  const { t } = useTranslation('clinical');
  const { account_id: account } = useSession();
  const [microphone, setMicrophone] = useState<string | null>(null);
  const { data: microphones = [] } = useQuery({ queryKey: ['microphones'], queryFn: listMicrophones, staleTime: 0 });
  const start = useMutation({
    mutationFn: () => startRecording(microphone ?? undefined, { account, settings: settingsOf(visit) }),
  });
  return (
    <Paper className={classes.recorder} withBorder>
      <Stack align="center" gap="lg">
        {microphones.length > 1 && (
          <Select
            w="100%"
            maw={360}
            label={t('new.microphone')}
            placeholder={t('new.systemMicrophone')}
            clearable
            data={microphones.map(({ id, label }, index) => ({
              value: id,
              label: label || t('new.microphoneNumber', { number: index + 1 }),
            }))}
            value={microphone}
            onChange={setMicrophone}
          />
        )}
        <Checkbox
          label={t('new.consent')}
          checked={visit.consent}
          onChange={(event) => onVisit({ ...visit, consent: event.currentTarget.checked })}
        />
        <Button
          size="lg"
          radius="xl"
          leftSection={<IconMicrophone size={22} aria-hidden />}
          disabled={!visit.consent}
          loading={start.isPending}
          onClick={() => start.mutate()}
        >
          {t('new.start')}
        </Button>
        <Text size="sm" c="dimmed" ta="center" maw={380}>
          {t('new.startText')}
        </Text>
        {start.error !== null && (
          <Notice tone="bad" role="alert" icon={IconMicrophoneOff} title={t('new.notStarted')}>
            {start.error.name === 'NotAllowedError' ? t('new.notAllowed') : start.error.message}
          </Notice>
        )}
      </Stack>
    </Paper>
  );
}

function During({ recorder, onFinished }: { readonly recorder: RecorderState; readonly onFinished: () => void }) {
  const { t } = useTranslation('clinical');
  const { bytes } = useFormat();
  const navigate = useNavigate();
  const { phase, id = '', elapsedMs, marks, canMark, level, waitingBytes, error, stopped } = recorder;
  const { data: liveId } = useQuery({
    queryKey: ['live id', id],
    queryFn: async () => (await getRecording(id))?.liveId ?? null,
    refetchInterval: ({ state }) => (state.data === null ? 1000 : false),
  });
  const heard = useHeard(liveId ?? undefined);
  const fail = (cause: Error) => notifications.show({ color: 'red', message: cause.message, autoClose: false });
  const finish = useMutation({
    mutationFn: () => finishRecording(id),
    onSuccess: () => {
      onFinished();
      return navigate({ to: '/clinical/today' });
    },
    onError: fail,
  });
  const mark = () => markMoment().catch(fail);
  useHotkeys([['M', () => void mark()]]);
  const discard = useMutation({ mutationFn: () => discardRecording(id), onError: fail });
  const [asked, setAsked] = useState(false);
  return (
    <Paper className={classes.recorder} withBorder>
      <Stack align="center" gap="md">
        <Text className={classes.state} data-phase={phase} role="status">
          {t(phase === 'idle' ? 'new.finishing' : `new.${phase}`)}
        </Text>
        <Text className={classes.timer} role="timer">
          {clockTime(elapsedMs)}
        </Text>
        <Progress className={classes.level} value={level * 100} aria-label={t('new.level')} transitionDuration={80} />
        <Group justify="center">
          {phase === 'recording' && (
            <Button
              variant="default"
              size="md"
              leftSection={<IconPlayerPause size={18} aria-hidden />}
              onClick={pauseRecording}
            >
              {t('review.pause')}
            </Button>
          )}
          {phase === 'paused' && (
            <Button
              variant="default"
              size="md"
              leftSection={<IconPlayerPlay size={18} aria-hidden />}
              onClick={resumeRecording}
            >
              {t('new.resume')}
            </Button>
          )}
          {canMark && phase !== 'finishing' && (
            <Button
              variant="default"
              size="md"
              leftSection={<IconFlag size={18} aria-hidden />}
              rightSection={<Kbd aria-hidden>M</Kbd>}
              aria-keyshortcuts="M"
              onClick={() => void mark()}
            >
              {t('new.mark')}
            </Button>
          )}
          <Button
            size="md"
            leftSection={<IconCheck size={18} aria-hidden />}
            loading={phase === 'finishing'}
            onClick={() => finish.mutate()}
          >
            {t('new.finish')}
          </Button>
        </Group>
        <Text size="sm" role="status" className={classes.marks}>
          {marks.length > 0 && t('new.marked', { times: marks.slice(-5).map(clockTime).join(', ') })}
        </Text>
        <Text size="sm" c="dimmed" role="status">
          {waitingBytes > onItsWay || error !== undefined
            ? t('new.waiting', { size: bytes(waitingBytes) })
            : t('new.allSent')}
        </Text>
        {error !== undefined && (
          <div className={classes.wide}>
            <ErrorNote error={error} />
            {!stopped && <Text size="sm">{t('new.keepsTrying')}</Text>}
          </div>
        )}
        {heard.length > 0 && (
          <section className={classes.heard} aria-label={t('new.heard')}>
            {heard.slice(-6).map((each) => (
              <p key={each.id}>{each.text}</p>
            ))}
          </section>
        )}
        {asked ? (
          <Group>
            <Button color="red" size="xs" loading={discard.isPending} onClick={() => discard.mutate()}>
              {t('new.reallyDiscard')}
            </Button>
            <Button variant="default" size="xs" onClick={() => setAsked(false)}>
              {t('new.keep')}
            </Button>
          </Group>
        ) : (
          <Button
            variant="subtle"
            color="gray"
            size="xs"
            leftSection={<IconTrash size={15} aria-hidden />}
            onClick={() => setAsked(true)}
          >
            {t('today.discard')}
          </Button>
        )}
      </Stack>
    </Paper>
  );
}
