import { ActionIcon, Box, Button, Group, Slider } from '@mantine/core';
import { IconPlayerPauseFilled, IconPlayerPlayFilled, IconRewindBackward5 } from '@tabler/icons-react';
import { lazy, Suspense, useEffect, useMemo, useRef, useState } from 'react';
import { IconButton } from '../../shared/action.tsx';
import { clockTime, useTexts } from '../../shared/i18n.ts';
import { Dimmed } from '../../shared/page.tsx';
import type { Transcript } from './record-query.ts';
import classes from './transcript.module.css';

const Waveform = lazy(async () => ({ default: (await import('./waveform.tsx')).Waveform }));

const silent = { available: false, playing: false, position: 0, duration: 0 };

/** The sound of a record, if the host keeps it. Times are milliseconds from its start, also `durationMs`. */
export function usePlayer({ id, durationMs, hasAudio }: Transcript) {
  const [audio] = useState(() => new Audio());
  const [state, setState] = useState(silent);
  const stopAt = useRef<number | undefined>(undefined);
  useEffect(() => {
    if (!hasAudio) return;
    audio.preload = 'metadata';
    audio.src = `/api/v1/transcripts/${encodeURIComponent(id)}/audio`;
    const update = () => {
      if (stopAt.current !== undefined && audio.currentTime * 1000 >= stopAt.current) {
        stopAt.current = undefined;
        audio.pause();
      }
      setState({
        available: audio.readyState > 0,
        playing: !audio.paused,
        position: audio.currentTime * 1000,
        // A browser's recording does not say how long it is.
        duration: Number.isFinite(audio.duration) ? audio.duration * 1000 : durationMs,
      });
    };
    const events = ['loadedmetadata', 'timeupdate', 'play', 'pause', 'ended'] as const;
    for (const event of events) audio.addEventListener(event, update);
    return () => {
      for (const event of events) audio.removeEventListener(event, update);
      audio.pause();
      audio.removeAttribute('src');
      audio.load();
      setState(silent);
    };
  }, [audio, id, durationMs, hasAudio]);
  const controls = useMemo(() => {
    // Refused only while the page is not in use; the button stays as it is then.
    const start = () => void audio.play().catch(() => undefined);
    return {
      audio,
      play(fromMs: number, toMs?: number): void {
        stopAt.current = toMs;
        audio.currentTime = fromMs / 1000;
        start();
      },
      toggle(): void {
        stopAt.current = undefined;
        if (audio.paused) start();
        else audio.pause();
      },
      back(): void {
        audio.currentTime = Math.max(0, audio.currentTime - 5);
      },
    };
  }, [audio]);
  return useMemo(() => ({ ...state, ...controls }), [state, controls]);
}

export type Player = ReturnType<typeof usePlayer>;

const speeds: readonly number[] = [1, 1.25, 1.5, 2, 0.75];

/** The browser reads the whole of a recording to draw it: of longer ones that takes too much of its memory. */
const longestDrawnMs = 3_600_000;

export function PlayerBar({ player, marks }: { readonly player: Player; readonly marks: readonly number[] }) {
  const { t, number } = useTexts('clinical');
  const [speed, setSpeed] = useState<number>(1);
  if (!player.available) return null;
  const name = (value: number) => `${number(value)}×`;
  return (
    <Box className={classes.player}>
      {player.duration <= longestDrawnMs && (
        <Suspense>
          <Waveform audio={player.audio} />
        </Suspense>
      )}
      <Group gap="sm" wrap="nowrap">
        <ActionIcon
          radius="xl"
          size="lg"
          aria-label={player.playing ? t('review.pause') : t('review.play')}
          onClick={player.toggle}
        >
          {player.playing ? <IconPlayerPauseFilled size={17} /> : <IconPlayerPlayFilled size={17} />}
        </ActionIcon>
        <IconButton
          icon={IconRewindBackward5}
          label={t('review.back')}
          tip
          aria-keyshortcuts="B"
          onClick={player.back}
        />
        <Slider
          className={classes.seek}
          size="sm"
          label={clockTime}
          min={0}
          max={Math.max(1, player.duration)}
          marks={marks.map((value) => ({ value }))}
          value={player.position}
          onChange={(position) => player.play(position)}
          thumbLabel={t('review.position')}
        />
        <Dimmed className={classes.clock}>
          {clockTime(player.position)} / {clockTime(player.duration)}
        </Dimmed>
        <Button
          variant="subtle"
          size="compact-sm"
          aria-label={t('review.speed', { speed: name(speed) })}
          onClick={() => {
            const next = speeds[(speeds.indexOf(speed) + 1) % speeds.length] ?? 1;
            player.audio.playbackRate = next;
            setSpeed(next);
          }}
        >
          {name(speed)}
        </Button>
      </Group>
    </Box>
  );
}
