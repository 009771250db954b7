/** A word, in seconds from the start of the piece. */
export interface Word {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  /** 0 to 1; null if the model gives none. */
  readonly confidence: number | null;
}

/** A stretch of text, in seconds from the start of the piece. */
interface Segment extends Omit<Word, 'confidence'> {
  /** If the model tells when they are said. */
  readonly words?: readonly Word[];
}

export interface SpeechResult {
  readonly segments: readonly Segment[];
  /** Whisper's code; null if the model knows only English, or does not tell the language. */
  readonly language: string | null;
}

/** A loaded recogniser. */
export interface SpeechModel {
  /** Whether a language can be set: it is detected once then, because detection is unreliable for short pieces. */
  readonly takesLanguage: boolean;
  /** @param samples at most 28 s */
  recognise(samples: Float32Array): Promise<SpeechResult>;
  /** Sets the language from now on. @param language Whisper's code */
  setLanguage(language: string): void;
}

/**
 * The segments of a piece. Words outside all segments must not be lost: then the whole piece becomes one segment.
 *
 * @param duration of the piece, in seconds
 */
export function completeSegments(segments: readonly Segment[], text: string, duration: number): readonly Segment[] {
  const said = segments.map((each) => ({ ...each, text: each.text.trim() })).filter((each) => each.text !== '');
  if (letters(said.map((each) => each.text).join('')) === letters(text)) return said;
  return text.trim() === '' ? [] : [{ start: 0, end: duration, text: text.trim() }];
}

function letters(text: string): string {
  return text.replace(/\s+/g, '');
}
