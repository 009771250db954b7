import { Button } from '@mantine/core';
import { IconFlagFilled } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { clockTime } from '../../shared/format.ts';
import type { Segment } from './record-query.ts';
import classes from './transcript.module.css';

/** Somebody marks what was just said: the sound is played from a little before. */
const playBeforeMs = 5000;

/** The moments that were marked while the visit was recorded. Each shows its words, and plays them if there is sound. */
export function MarksBar(props: {
  readonly marks: readonly number[];
  readonly segments: readonly Segment[];
  readonly onSelect: (segment: string) => void;
  readonly onPlay: ((fromMs: number) => void) | undefined;
}) {
  const { t } = useTranslation('clinical');
  if (props.marks.length === 0) return null;
  return (
    <section className={classes.marks} aria-label={t('review.marks')}>
      {props.marks.map((at) => (
        <Button
          key={at}
          size="compact-sm"
          variant="light"
          leftSection={<IconFlagFilled size={13} aria-hidden />}
          aria-label={t('review.toMark', { time: clockTime(at) })}
          onClick={() => {
            const segment = segmentAt(props.segments, at);
            if (segment !== undefined) props.onSelect(segment.id);
            props.onPlay?.(Math.max(0, at - playBeforeMs));
          }}
        >
          {clockTime(at)}
        </Button>
      ))}
    </section>
  );
}

/** What was being said at a moment, or was said last before it. */
export function segmentAt(segments: readonly Segment[], at: number): Segment | undefined {
  return segments.findLast(({ startMs }) => startMs <= at) ?? segments[0];
}
