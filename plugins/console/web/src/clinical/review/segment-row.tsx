import { Menu, Textarea, UnstyledButton } from '@mantine/core';
import { IconFlagFilled, IconPencil, IconPlus } from '@tabler/icons-react';
import { memo, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../../shared/action.tsx';
import { clockTime } from '../../shared/format.ts';
import { MenuItem } from '../../shared/menu.tsx';
import type { SegmentChange } from './pending-changes.ts';
import type { Segment, Speaker } from './record-query.ts';
import classes from './transcript.module.css';
import { Words } from './words.tsx';

interface Props {
  readonly segment: Segment;
  readonly text: string;
  readonly speaker: Speaker;
  readonly speakers: readonly Speaker[];
  readonly readOnly: boolean;
  readonly marked: boolean;
  /** Whether somebody marked a moment of it while it was recorded. */
  readonly flagged: boolean;
  readonly playing: boolean;
  readonly editing: boolean;
  readonly onEdit: (id: string) => void;
  readonly onFinish: () => void;
  readonly onSelect: (id: string) => void;
  readonly onPlay: ((fromMs: number, toMs?: number) => void) | undefined;
  /** What plays it. */
  readonly sound: HTMLAudioElement;
  readonly onChange: (id: string, change: SegmentChange) => void;
}

/** One segment: who spoke, when, and the words. */
export const SegmentRow = memo(function SegmentRow(props: Props) {
  const { t } = useTranslation('clinical');
  const { segment, text, speaker, readOnly } = props;
  const { id, startMs, endMs, words } = segment;
  const edit = () => !readOnly && props.onEdit(id);
  return (
    <div className={classes.segment} data-marked={props.marked} data-playing={props.playing} data-role={speaker.role}>
      <div className={classes.segmentHead}>
        <SpeakerMenu {...props} />
        {endMs > 0 &&
          (props.onPlay === undefined ? (
            <span className={classes.time}>{clockTime(startMs)}</span>
          ) : (
            <button
              type="button"
              className={classes.time}
              aria-label={t('review.playFrom', { time: clockTime(startMs) })}
              onClick={() => props.onPlay?.(startMs)}
            >
              {clockTime(startMs)}
            </button>
          ))}
        {props.flagged && (
          <IconFlagFilled size={14} className={classes.flag} role="img" aria-label={t('review.marked')} />
        )}
        {!readOnly && !props.editing && (
          <IconButton
            icon={IconPencil}
            iconSize={15}
            className={classes.pencil}
            size="sm"
            label={t('review.fixWords')}
            onClick={() => props.onEdit(id)}
          />
        )}
      </div>
      {props.editing ? (
        <WordsEditor
          text={text}
          label={t('review.wordsOf', { time: clockTime(startMs) })}
          onText={(next) => props.onChange(id, { text: next })}
          onDone={props.onFinish}
        />
      ) : words !== undefined && text === segment.text ? (
        <Words
          {...{ text, words, marked: props.marked, onPlay: props.onPlay }}
          sound={props.playing ? props.sound : undefined}
          onSelect={() => props.onSelect(id)}
          onEdit={edit}
        />
      ) : (
        <button
          type="button"
          className={classes.words}
          dir="auto"
          aria-pressed={props.marked}
          onClick={() => props.onSelect(id)}
          onDoubleClick={edit}
        >
          {text}
        </button>
      )}
    </div>
  );
});

/** The words while they are corrected. Each change counts at once; Escape brings back those from before. */
function WordsEditor(props: {
  readonly text: string;
  readonly label: string;
  readonly onText: (text: string) => void;
  readonly onDone: () => void;
}) {
  const [before] = useState(props.text);
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => field.current?.focus(), []);
  return (
    <Textarea
      ref={field}
      autosize
      aria-label={props.label}
      value={props.text}
      onChange={(event) => props.onText(event.currentTarget.value)}
      onBlur={() => {
        if (props.text.trim() === '') props.onText(before);
        props.onDone();
      }}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && props.text !== before) props.onText(before);
        if (event.key === 'Escape' || (event.key === 'Enter' && (event.ctrlKey || event.metaKey))) props.onDone();
      }}
    />
  );
}

/** Who said it; another speaker can be chosen. */
function SpeakerMenu({ segment, speaker, speakers, readOnly, onChange }: Props) {
  const { t } = useTranslation('clinical');
  const name = speaker.name ?? (speaker.role === 'unknown' ? speaker.speaker : t(`role.${speaker.role}`));
  if (readOnly) return <span className={classes.speaker}>{name}</span>;
  const taken = speakers.map((each) => Number(each.speaker.replace(/^\D+/, '')));
  return (
    <Menu position="bottom-start" shadow="md">
      <Menu.Target>
        <UnstyledButton className={classes.speaker} title={t('review.whoSaid')}>
          {name}
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{t('review.whoSaid')}</Menu.Label>
        {speakers.map((each) => (
          <MenuItem
            text={each.name ?? `${each.speaker} (${t(`role.${each.role}`)})`}
            key={each.speaker}
            aria-current={each.speaker === speaker.speaker}
            onClick={() => onChange(segment.id, { speaker: each.speaker })}
          />
        ))}
        <MenuItem
          text={t('review.newSpeaker')}
          icon={IconPlus}
          onClick={() => onChange(segment.id, { speaker: `Speaker ${Math.max(0, ...taken) + 1}` })}
        />
      </Menu.Dropdown>
    </Menu>
  );
}
