import { Problem } from 'chronoscribe';
import type { Recording, TranscribeOptions, Transcription } from 'chronoscribe/kinds/transcriber';
import type { Passage } from '../passages.ts';
import { openPart } from '../pieces.ts';
import { hearPiecewise, usualPieceMinutes } from '../piecewise.ts';
import { movedBy } from '../spoken-words.ts';
import { tidyUtterances } from '../utterances.ts';
import { primaryLanguage, type Recogniser } from './recogniser.ts';
import { resultsOf } from './results.ts';

/** About so many minutes of a recording are written out for a program at once, and at most so many pieces. */
const mostTogether = 60;

/**
 * Runs a recogniser on the pieces of a recording, on several at once if it takes them.
 *
 * @param provider the name under which configuration chose it.
 * @param pieceMinutes the length of a piece
 * @throws Problem `provider-unavailable` if the program or its model is not installed or does not know the language,
 *   `provider-failed` if it fails or writes something that makes no sense; the reason of `options.signal` when that
 *   aborts.
 */
export async function recognise(
  recogniser: Recogniser,
  provider: string,
  recording: Recording,
  options: TranscribeOptions,
  pieceMinutes: number = usualPieceMinutes,
): Promise<Transcription> {
  options.signal.throwIfAborted();
  requireLanguage(recogniser, options.language);
  const { program, model, onlyLanguage, takesSeveral, takesLanguage } = recogniser;
  const heard = await hearPiecewise(
    {
      engine: [provider, program, recogniser.args({ paths: ['{}'], language: undefined, folder: '{}' }), model],
      ...{ pieceMinutes, longestBytes: Number.MAX_SAFE_INTEGER, keepsLanguage: takesLanguage },
      together: takesSeveral ? Math.ceil(mostTogether / Math.max(1, pieceMinutes)) : 1,
      async *hear(pieces, { language, progress }) {
        await using written = new AsyncDisposableStack();
        const parts = new Map<Passage, Recording>();
        for (const piece of pieces) {
          const isWhole = piece.startMs === 0 && piece.endMs >= recording.durationMs;
          parts.set(piece, isWhole ? recording : written.use(await openPart(recording.path, piece)));
        }
        const given = { signal: options.signal, language, progress };
        for await (const [piece, { utterances, ...rest }] of resultsOf(recogniser, parts, given)) {
          yield [piece, { ...rest, utterances: utterances.map((each) => movedBy(piece.startMs, each)) }] as const;
        }
      },
    },
    recording,
    options,
  );
  return {
    language: heard.language ?? onlyLanguage ?? options.language ?? null,
    utterances: tidyUtterances(heard.utterances, recording.durationMs),
    engine: { provider, model: heard.pieces[0]?.model ?? model, version: null },
    warnings: [...recogniser.warnings, ...heard.warnings],
  };
}

function requireLanguage({ program, onlyLanguage }: Recogniser, language: string | undefined): void {
  if (language === undefined || onlyLanguage === null) return;
  if (primaryLanguage(language) === primaryLanguage(onlyLanguage)) return;
  throw new Problem('provider-unavailable', {
    detail:
      `${program} knows only ${onlyLanguage}, not ${language}. ` +
      'Choose another transcriber in the configuration for this language.',
  });
}
