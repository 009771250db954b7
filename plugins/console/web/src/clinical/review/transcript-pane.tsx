import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Player } from './player.tsx';
import type { Transcript } from './record-query.ts';
import { SegmentRow } from './segment-row.tsx';
import classes from './transcript.module.css';
import { MarksBar, SpeakersBar, segmentAt } from './transcript-bars.tsx';
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
  const { t } = useTranslation('clinical');
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
