import { Fragment, type KeyboardEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Segment } from './record-query.ts';
import classes from './transcript.module.css';

interface Props {
  readonly text: string;
  readonly words: NonNullable<Segment['words']>;
  readonly marked: boolean;
  readonly onPlay: ((fromMs: number) => void) | undefined;
  readonly onSelect: () => void;
  readonly onEdit: () => void;
}

/** A confidence is the share of such words that are right (NIST, normalised cross entropy): these are more often wrong. */
const unsureBelow = 0.5;

/**
 * The words of a segment, of which those that the recogniser is unsure of are marked. Each plays the sound from there, if
 * it is kept. The Tab key reaches one of them, and the arrow keys the others.
 */
export function Words({ text, words, marked, onPlay, onSelect, onEdit }: Props) {
  const { t } = useTranslation('clinical');
  const [reached, setReached] = useState(0);
  const move = (event: KeyboardEvent<HTMLElement>) => {
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
