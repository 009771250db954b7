import { countPassages, type Passage, placesOf } from '../passages.ts';
import { isSoundName } from '../utterances.ts';
import type { RecognisedPiece } from './protocol.ts';

export interface FilteredPieces {
  readonly pieces: readonly RecognisedPiece[];
  /** Where text was left out because it was recognised after the voice had ended. */
  readonly invented: readonly Passage[];
  /** Where somebody seems to speak but no word was recognised. */
  readonly wordless: readonly Passage[];
}

/** The longest noise, such as a cough, that is mistaken for speech, in milliseconds. */
const longestNoise = 1500;

/** The error of Whisper's timestamps: they have steps of 20 ms and are often a little late. */
const clockErrorMs = 200;

/**
 * Removes what Whisper wrote where the detector of speech hears no voice. What can be told from the text and the sound
 * alone, `credible` removes for every recogniser.
 */
export function withoutHallucinations(heard: readonly RecognisedPiece[]): FilteredPieces {
  const invented: Passage[] = [];
  const wordless: Passage[] = [];
  const pieces = heard.map((piece) => {
    const segments = piece.segments.filter(({ text }) => !isSoundName(text));
    // A segment that starts after the speech has ended was recognised in the silence behind it.
    const latest = Math.max(piece.startMs, piece.endMs - clockErrorMs);
    const late = segments.filter(({ startMs }) => startMs > latest);
    invented.push(...late.map(() => ({ startMs: piece.endMs, endMs: piece.endMs })));
    if (segments.length === 0 && piece.endMs - piece.startMs >= longestNoise) wordless.push(piece);
    return { ...piece, segments: segments.filter((segment) => !late.includes(segment)) };
  });
  return { pieces, invented, wordless };
}

/** Sentences for the clinician about a transcription, without clinical text. */
export function hallucinationWarnings({ invented, wordless }: FilteredPieces): readonly string[] {
  const warnings: string[] = [];
  if (invented.length > 0) {
    warnings.push(
      `${countPassages(invented)} of text left out because it was recognised after the voice had ended. ` +
        `Listen at ${placesOf(invented)}.`,
    );
  }
  if (wordless.length > 0) {
    warnings.push(
      `In ${countPassages(wordless)} somebody seems to speak, but no word was recognised. Listen at ${placesOf(wordless)}.`,
    );
  }
  return warnings;
}
