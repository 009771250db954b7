import { Fragment, type KeyboardEvent, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Segment } from './record-query.ts';
import classes from './transcript.module.css';

interface Props {
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
export function Words({ text, words, marked, onPlay, sound, onSelect, onEdit }: Props) {
  const { t } = useTranslation('clinical');
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
function useSpoken(words: Props['words'], sound: HTMLAudioElement | undefined): number {
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
