import { countPassages, type Passage, placesOf } from '../passages.ts';
import { isSoundName } from '../utterances.ts';
import type { RecognisedPiece } from './protocol.ts';

export interface FilteredPieces {
  readonly pieces: readonly RecognisedPiece[];
  /** Where text was left out because it was recognised after the voice had ended. */
  readonly invented: readonly Passage[];
}

/** The error of Whisper's timestamps: they have steps of 20 ms and are often a little late. */
const clockErrorMs = 200;

/**
 * Removes what Whisper wrote where the detector of speech hears no voice. What can be told from the text and the sound
 * alone, `credible` removes for every recogniser, and finds where speech has no text.
 */
export function withoutHallucinations(heard: readonly RecognisedPiece[]): FilteredPieces {
  const invented: Passage[] = [];
  const pieces = heard.map((piece) => {
    const segments = piece.segments.filter(({ text }) => !isSoundName(text));
    // A segment that starts after the speech has ended was recognised in the silence behind it.
    const latest = Math.max(piece.startMs, piece.endMs - clockErrorMs);
    const late = segments.filter(({ startMs }) => startMs > latest);
    invented.push(...late.map(() => ({ startMs: piece.endMs, endMs: piece.endMs })));
    return { ...piece, segments: segments.filter((segment) => !late.includes(segment)) };
  });
  return { pieces, invented };
}

/** A sentence for the clinician about a transcription, without clinical text. */
export function hallucinationWarnings({ invented }: FilteredPieces): readonly string[] {
  if (invented.length === 0) return [];
  return [
    `${countPassages(invented)} of text left out because it was recognised after the voice had ended. ` +
      `Listen at ${placesOf(invented)}.`,
  ];
}
