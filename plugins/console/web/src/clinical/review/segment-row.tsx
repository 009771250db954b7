import { Menu, Textarea, UnstyledButton } from '@mantine/core';
import { IconFlagFilled, IconPencil, IconPlus } from '@tabler/icons-react';
import { Fragment, type KeyboardEvent, memo, useEffect, useRef, useState } from 'react';
import { IconButton } from '../../shared/action.tsx';
import { clockTime, useTexts } from '../../shared/i18n.ts';
import { MenuItem } from '../../shared/menu.tsx';
import type { SegmentChange } from './pending-changes.ts';
import type { Segment, Speaker } from './record-query.ts';
import classes from './transcript.module.css';

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
  const { t } = useTexts('clinical');
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
      minRows={1}
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
  const { t } = useTexts('clinical');
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

interface WordsProps {
  readonly text: string;
  readonly words: NonNullable<Segment['words']>;
  readonly marked: boolean;
  readonly onPlay: ((fromMs: number) => void) | undefined;
  /** What plays these words now; undefined while nothing does. */
  readonly sound: HTMLAudioElement | undefined;
  readonly onSelect: () => void;
  readonly onEdit: () => void;
}

/** A confidence is the share of such words that are right (NIST, normalised cross entropy): these are more often wrong. */
const unsureBelow = 0.5;

/**
 * The words of a segment, of which those that the recogniser is unsure of are marked. Each plays the sound from there, if
 * it is kept. The Tab key reaches one of them, and the arrow keys the others.
 */
function Words({ text, words, marked, onPlay, sound, onSelect, onEdit }: WordsProps) {
  const { t } = useTexts('clinical');
  const [reached, setReached] = useState(0);
  const spoken = useSpoken(words, sound);
  const move = (event: KeyboardEvent<HTMLElement>) => {
    // Space presses a word too: while one hears the words, it stops them, as elsewhere on the page.
    if (event.key === ' ' && sound !== undefined) {
      event.preventDefault();
      sound.pause();
    }
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    event.currentTarget.querySelectorAll('button')[reached + step]?.focus();
  };
  let end = 0;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for what a form sends
    <div
      role="group"
      dir="auto"
      className={classes.words}
      aria-label={t('review.listen')}
      aria-current={marked}
      onKeyDown={move}
    >
      {words.map(({ text: word, start_ms: fromMs, confidence }, at) => {
        const start = text.indexOf(word, end);
        const space = text.slice(end, start);
        end = start + word.length;
        const isUnsure = confidence !== null && confidence < unsureBelow;
        return (
          <Fragment key={start}>
            {space}
            <button
              type="button"
              className={classes.word}
              data-unsure={isUnsure}
              data-spoken={at === spoken}
              title={isUnsure ? t('review.unsure', { percent: Math.round(confidence * 100) }) : undefined}
              tabIndex={at === reached ? 0 : -1}
              onFocus={() => setReached(at)}
              onClick={() => {
                onSelect();
                if (fromMs !== null) onPlay?.(fromMs);
              }}
              onDoubleClick={onEdit}
            >
              {word}
            </button>
          </Fragment>
        );
      })}
    </div>
  );
}

/** Which of the words is spoken, followed from one picture of the page to the next; -1 while none is. */
function useSpoken(words: WordsProps['words'], sound: HTMLAudioElement | undefined): number {
  const [spoken, setSpoken] = useState(-1);
  useEffect(() => {
    if (sound === undefined) return;
    const look = () => {
      const now = sound.currentTime * 1000;
      setSpoken(words.findLastIndex(({ start_ms: fromMs }) => fromMs !== null && fromMs <= now));
      frame = requestAnimationFrame(look);
    };
    let frame = requestAnimationFrame(look);
    return () => {
      cancelAnimationFrame(frame);
      setSpoken(-1);
    };
  }, [words, sound]);
  return spoken;
}
