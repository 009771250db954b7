import { Button, Popover, Select, Stack, TextInput } from '@mantine/core';
import { IconFlagFilled, IconUser } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { clockTime } from '../../shared/format.ts';
import type { SpeakerChange } from './pending-changes.ts';
import type { Segment, Speaker } from './record-query.ts';
import classes from './transcript.module.css';

/** Somebody marks what was just said: the sound is played from a little before. */
const playBeforeMs = 5000;

/**
 * The moments that were marked while the visit was recorded. Each shows its words, and plays them if there is sound.
 */
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

const roles = ['clinician', 'patient', 'other', 'unknown'] as const;

/** Who speaks, with names and roles that can be corrected. */
export function SpeakersBar(props: {
  readonly speakers: readonly Speaker[];
  readonly readOnly: boolean;
  readonly onChange: (speaker: string, change: SpeakerChange) => void;
}) {
  const { t } = useTranslation('clinical');
  return (
    <div className={classes.speakers}>
      {props.speakers.map(({ speaker, name, role }) => (
        <Popover key={speaker} position="bottom-start" shadow="md" width={260} trapFocus>
          <Popover.Target>
            <Button
              size="compact-sm"
              variant="default"
              disabled={props.readOnly}
              leftSection={<IconUser size={14} aria-hidden />}
              className={classes.speakerChip}
              data-role={role}
            >
              {name ?? speaker} · {t(`role.${role}`)}
            </Button>
          </Popover.Target>
          <Popover.Dropdown>
            <Stack gap="sm">
              <TextInput
                label={t('review.speakerName')}
                placeholder={speaker}
                defaultValue={name ?? ''}
                onBlur={(event) => {
                  const next = event.currentTarget.value.trim() || null;
                  if (next !== name) props.onChange(speaker, { name: next });
                }}
              />
              <Select
                label={t('review.speakerRole')}
                allowDeselect={false}
                comboboxProps={{ withinPortal: false }}
                data={roles.map((each) => ({ value: each, label: t(`role.${each}`) }))}
                value={role}
                onChange={(next) => {
                  const chosen = roles.find((each) => each === next);
                  if (chosen !== undefined) props.onChange(speaker, { role: chosen });
                }}
              />
            </Stack>
          </Popover.Dropdown>
        </Popover>
      ))}
    </div>
  );
}
