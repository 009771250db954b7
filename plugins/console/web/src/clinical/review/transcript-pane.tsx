import { Button, Popover, Select, Stack, TextInput } from '@mantine/core';
import { IconFlagFilled, IconUser } from '@tabler/icons-react';
import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { clockTime, useTexts } from '../../shared/i18n.ts';
import type { SpeakerChange } from './pending-changes.ts';
import type { Player } from './player.tsx';
import type { Segment, Speaker, Transcript } from './record-query.ts';
import { SegmentRow } from './segment-row.tsx';
import classes from './transcript.module.css';
import type { Editor } from './use-editor.ts';

/** The transcript. Only the segments in view are rendered, so that hours of it stay quick. */
export function TranscriptPane(props: {
  readonly record: Transcript;
  readonly editor: Editor;
  readonly player: Player;
  /** Ids of the segments that are marked; the first is scrolled to. */
  readonly marked: readonly string[];
  readonly onSelect: (segment: string) => void;
}) {
  const { t } = useTexts('clinical');
  const { record, editor, player, marked, onSelect } = props;
  const { readOnly, pending, changeSegment, changeSpeaker } = editor;
  const playing = player.playing ? player.position : undefined;
  const onPlay = player.available ? player.play : undefined;
  const { segments } = record;
  const scroller = useRef<HTMLDivElement>(null);
  const [editing, setEditing] = useState<string | undefined>(undefined);
  const speakers = useMemo(
    () => record.speakers.map((each) => ({ ...each, ...pending.speakers[each.speaker] })),
    [record.speakers, pending.speakers],
  );
  const bySpeaker = useMemo(() => new Map(speakers.map((each) => [each.speaker, each])), [speakers]);
  const indices = useMemo(() => new Map(segments.map(({ id }, index) => [id, index])), [segments]);
  const flagged = useMemo(
    () => new Set(record.marks.map((at) => segmentAt(segments, at)?.id)),
    [record.marks, segments],
  );
  const markedIds = useMemo(() => new Set(marked), [marked]);
  const { getVirtualItems, getTotalSize, measureElement, scrollToIndex } = useVirtualizer({
    count: segments.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => 72,
    getItemKey: (index) => segments[index]?.id ?? index,
    overscan: 6,
    // The segment that is being edited stays, however far somebody scrolls meanwhile.
    rangeExtractor: (range) => {
      const edited = editing === undefined ? undefined : indices.get(editing);
      return [...new Set([...defaultRangeExtractor(range), ...(edited === undefined ? [] : [edited])])].toSorted(
        (a, b) => a - b,
      );
    },
  });
  const first = marked[0];
  useEffect(() => {
    const index = first === undefined ? undefined : indices.get(first);
    if (index !== undefined) scrollToIndex(index, { align: 'center' });
  }, [first, indices, scrollToIndex]);
  const current = useMemo(
    () =>
      playing === undefined
        ? undefined
        : segments.find(({ startMs, endMs }) => startMs <= playing && playing < endMs)?.id,
    [playing, segments],
  );
  useEffect(() => {
    const index = current === undefined ? undefined : indices.get(current);
    if (index !== undefined) scrollToIndex(index, { align: 'auto' });
  }, [current, indices, scrollToIndex]);
  const latest = useRef(editor);
  latest.current = editor;
  const finish = useCallback(() => {
    setEditing(undefined);
    latest.current.saveNow();
  }, []);

  return (
    <div className={classes.transcript}>
      <SpeakersBar speakers={speakers} readOnly={readOnly} onChange={changeSpeaker} />
      <MarksBar marks={record.marks} segments={segments} onSelect={onSelect} onPlay={onPlay} />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
      <section ref={scroller} className={classes.segments} aria-label={t('review.transcript')} tabIndex={0}>
        <ul className={classes.segmentList} style={{ height: getTotalSize() }}>
          {getVirtualItems().map(({ index, key, start }) => {
            const segment = segments[index];
            if (segment === undefined) return null;
            const change = pending.segments[segment.id];
            const speaker = change?.speaker ?? segment.speaker;
            return (
              <li
                key={key}
                ref={measureElement}
                data-index={index}
                className={classes.segmentPlace}
                style={{ transform: `translateY(${start}px)` }}
                aria-posinset={index + 1}
                aria-setsize={segments.length}
              >
                <SegmentRow
                  segment={segment}
                  text={change?.text ?? segment.text}
                  speaker={bySpeaker.get(speaker) ?? { speaker, name: null, role: 'unknown' }}
                  speakers={speakers}
                  readOnly={readOnly}
                  marked={markedIds.has(segment.id)}
                  flagged={flagged.has(segment.id)}
                  playing={segment.id === current}
                  editing={editing === segment.id}
                  onEdit={setEditing}
                  onFinish={finish}
                  onSelect={onSelect}
                  onPlay={onPlay}
                  sound={player.audio}
                  onChange={changeSegment}
                />
              </li>
            );
          })}
        </ul>
      </section>
    </div>
  );
}

/** Somebody marks what was just said: the sound is played from a little before. */
const playBeforeMs = 5000;

/**
 * The moments that were marked while the visit was recorded. Each shows its words, and plays them if there is sound.
 */
function MarksBar(props: {
  readonly marks: readonly number[];
  readonly segments: readonly Segment[];
  readonly onSelect: (segment: string) => void;
  readonly onPlay: ((fromMs: number) => void) | undefined;
}) {
  const { t } = useTexts('clinical');
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
function segmentAt(segments: readonly Segment[], at: number): Segment | undefined {
  return segments.findLast(({ startMs }) => startMs <= at) ?? segments[0];
}

const roles = ['clinician', 'patient', 'other', 'unknown'] as const;

/** Who speaks, with names and roles that can be corrected. */
function SpeakersBar(props: {
  readonly speakers: readonly Speaker[];
  readonly readOnly: boolean;
  readonly onChange: (speaker: string, change: SpeakerChange) => void;
}) {
  const { t } = useTexts('clinical');
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
