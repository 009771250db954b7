import { Box, Card, Checkbox, Group, Kbd, Progress, Select, Stack, Text } from '@mantine/core';
import {
  IconCheck,
  IconFlag,
  IconMicrophone,
  IconMicrophoneOff,
  IconPlayerPause,
  IconPlayerPlay,
  IconTrash,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { z } from 'zod/mini';
import { useSession } from '../../session/session.ts';
import { ActionButton, notifyError, RowButton, useAction } from '../../shared/action.tsx';
import { sentenceOf } from '../../shared/api.ts';
import { clockTime, useTexts } from '../../shared/i18n.ts';
import { useKeys } from '../../shared/keys.ts';
import { Dimmed, ErrorNote, Notice } from '../../shared/page.tsx';
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
import { settingsOf, useNewVisit } from './visit-form.tsx';

/** Sound that is always on its way while somebody speaks, about ten seconds of it. */
const onItsWay = 60_000;

/** Records a visit in the browser. */
export function RecordPanel() {
  const { t } = useTexts('clinical');
  const recorder = useRecorder();
  const hindrance = microphoneHindrance();
  if (hindrance !== undefined) {
    return (
      <Notice tone="warn" icon={IconMicrophoneOff} title={t('new.noMicrophone')}>
        {t(`new.${hindrance}`, { origin: location.origin })}
      </Notice>
    );
  }
  return recorder.phase === 'idle' ? <Before /> : <During recorder={recorder} />;
}

function Before() {
  const { t } = useTexts('clinical');
  const [visit, change] = useNewVisit();
  const { account_id: account } = useSession();
  const [microphone, setMicrophone] = useState<string | null>(null);
  const { data: microphones = [] } = useQuery({ queryKey: ['microphones'], queryFn: listMicrophones, staleTime: 0 });
  const start = useAction(() => startRecording(microphone ?? undefined, { account, settings: settingsOf(visit) }));
  return (
    <Card p="2.5rem 1.5rem">
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
          onChange={(event) => change({ consent: event.currentTarget.checked })}
        />
        <ActionButton size="lg" radius="xl" icon={IconMicrophone} disabled={!visit.consent} action={start}>
          {t('new.start')}
        </ActionButton>
        <Dimmed ta="center" maw={380}>
          {t('new.startText')}
        </Dimmed>
        {start.error !== null && (
          <Notice tone="bad" role="alert" icon={IconMicrophoneOff} title={t('new.notStarted')}>
            {start.error.name === 'NotAllowedError' ? t('new.notAllowed') : sentenceOf(start.error)}
          </Notice>
        )}
      </Stack>
    </Card>
  );
}

function During({ recorder }: { readonly recorder: RecorderState }) {
  const { t, bytes } = useTexts('clinical');
  const [, , forget] = useNewVisit();
  const navigate = useNavigate();
  const { phase, id = '', elapsedMs, marks, canMark, level, waitingBytes, error, stopped } = recorder;
  const { data: liveId } = useQuery({
    queryKey: ['live id', id],
    queryFn: async () => (await getRecording(id))?.liveId ?? null,
    refetchInterval: ({ state }) => (state.data === null ? 1000 : false),
  });
  const heard = useHeard(liveId ?? undefined);
  const finish = async () => {
    await finishRecording(id);
    forget();
    await navigate({ to: '/clinical/today' });
  };
  const mark = () => markMoment().catch(notifyError);
  const turn = {
    recording: { text: t('review.pause'), icon: IconPlayerPause, act: pauseRecording },
    paused: { text: t('new.resume'), icon: IconPlayerPlay, act: resumeRecording },
    ...{ idle: undefined, finishing: undefined },
  }[phase];
  useKeys([
    ...(canMark ? [{ key: 'M', text: t('new.mark'), act: () => void mark() }] : []),
    ...(turn === undefined ? [] : [{ key: 'P', ...turn }]),
  ]);
  const [asked, setAsked] = useState(false);
  return (
    <Card p="2.5rem 1.5rem">
      <Stack align="center" gap="md">
        <Text className={classes.state} data-phase={phase} role="status">
          {t(phase === 'idle' ? 'new.finishing' : `new.${phase}`)}
        </Text>
        <Text fz="3.5rem" lh={1} fw={300} style={{ fontVariantNumeric: 'tabular-nums' }} role="timer">
          {clockTime(elapsedMs)}
        </Text>
        <Progress w="min(20rem, 100%)" value={level * 100} aria-label={t('new.level')} transitionDuration={80} />
        <Group justify="center">
          {turn !== undefined && (
            <ActionButton variant="default" size="md" icon={turn.icon} onClick={turn.act}>
              {turn.text}
            </ActionButton>
          )}
          {canMark && phase !== 'finishing' && (
            <ActionButton
              variant="default"
              size="md"
              icon={IconFlag}
              rightSection={<Kbd aria-hidden>M</Kbd>}
              aria-keyshortcuts="M"
              onClick={() => void mark()}
            >
              {t('new.mark')}
            </ActionButton>
          )}
          <ActionButton size="md" icon={IconCheck} loading={phase === 'finishing'} action={finish}>
            {t('new.finish')}
          </ActionButton>
        </Group>
        <Text size="sm" role="status" className={classes.marks}>
          {marks.length > 0 && t('new.marked', { times: marks.slice(-5).map(clockTime).join(', ') })}
        </Text>
        <Dimmed role="status">
          {waitingBytes > onItsWay || error !== undefined
            ? t('new.waiting', { size: bytes(waitingBytes) })
            : t('new.allSent')}
        </Dimmed>
        {error !== undefined && (
          <Box w="100%">
            <ErrorNote error={error} />
            {!stopped && <Text size="sm">{t('new.keepsTrying')}</Text>}
          </Box>
        )}
        {heard.length > 0 && (
          <section className={classes.heard} aria-label={t('new.heard')}>
            {heard.slice(-6).map((each) => (
              <p key={each.id} dir="auto">
                {each.text}
              </p>
            ))}
          </section>
        )}
        {asked ? (
          <Group>
            <RowButton text={t('new.reallyDiscard')} variant="filled" color="red" action={() => discardRecording(id)} />
            <RowButton text={t('new.keep')} onClick={() => setAsked(false)} />
          </Group>
        ) : (
          <ActionButton variant="subtle" color="gray" size="xs" icon={IconTrash} onClick={() => setAsked(true)}>
            {t('today.discard')}
          </ActionButton>
        )}
      </Stack>
    </Card>
  );
}

const Heard = z.object({ id: z.string(), startMs: z.number(), text: z.string() });
type Heard = z.output<typeof Heard>;

/** What the host has heard of a recording so far: a preview. The browser connects again by itself. */
function useHeard(liveId: string | undefined): readonly Heard[] {
  const [heard, setHeard] = useState<readonly Heard[]>([]);
  useEffect(() => {
    setHeard([]);
    if (liveId === undefined) return;
    const events = new EventSource(`/api/v1/transcripts/live/${encodeURIComponent(liveId)}/events`);
    events.addEventListener('segment', (event) => {
      const segment = Heard.parse(JSON.parse(event.data));
      setHeard((before) => [...before.filter(({ id }) => id !== segment.id), segment]);
    });
    return () => events.close();
  }, [liveId]);
  return heard;
}
