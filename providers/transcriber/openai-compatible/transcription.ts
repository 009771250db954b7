import type { Recording, TranscribeOptions, Transcription } from 'chronoscribe/kinds/transcriber';
import { languageTag } from 'chronoscribe/language';
import { bytesPerMs, type Piece, sampleRangeOf } from '../pieces.ts';
import { hearPiecewise } from '../piecewise.ts';
import { tidyUtterances } from '../utterances.ts';
import type { SampleRange } from '../wav.ts';
import type { AudioClient, ResponseFormat } from './client.ts';
import { formOverheadBytes } from './form.ts';
import { type PieceResult, pieceResult, vendorLanguage } from './recognition.ts';

export interface Work {
  readonly client: AudioClient;
  readonly baseUrl: string;
  readonly model: string;
  readonly format: ResponseFormat;
  /** Words to expect. */
  readonly prompt: string | undefined;
  readonly maxUploadBytes: number;
  readonly pieceMinutes: number;
}

/** The share of a piece's progress that is the upload: servers report no progress. */
const uploadedShare = 0.3;

/** Sends a recording piece by piece and joins the results. */
export async function transcribe(work: Work, recording: Recording, options: TranscribeOptions): Promise<Transcription> {
  const { client, model, format, prompt, baseUrl } = work;
  const { path, durationMs } = recording;
  const language = options.language === undefined ? undefined : vendorLanguage(options.language);
  const heard = await hearPiecewise(
    {
      engine: ['openai-compatible', baseUrl, model, format, prompt ?? null],
      pieceMinutes: work.pieceMinutes,
      longestBytes: work.maxUploadBytes - formOverheadBytes,
      keepsLanguage: false,
      async hear(piece, { levels, progress }) {
        const sound = placeOf(piece, await sampleRangeOf(path));
        let sent = 0;
        const order = { path, sound, model, format, prompt, language };
        const answer = await client.transcribe(order, options.signal, (bytes) => {
          sent += bytes;
          progress((sent / sound.bytes) * uploadedShare);
        });
        return {
          ...pieceResult(answer, piece, levels),
          language: answer.language ? languageTag(answer.language) : null,
        };
      },
    },
    recording,
    options,
  );
  const { pieces } = heard;
  return {
    language: heard.language ?? (pieces.length > 0 && language !== undefined ? languageTag(language) : null),
    utterances: tidyUtterances(heard.utterances, durationMs),
    engine: { provider: 'openai-compatible', model, version: null },
    warnings: [...warningsOf(pieces), ...heard.warnings],
  };
}

function placeOf({ startMs, endMs }: Piece, { begin, bytes }: SampleRange): SampleRange {
  const skipped = startMs * bytesPerMs;
  return { begin: begin + skipped, bytes: Math.min(endMs * bytesPerMs, bytes) - skipped };
}

function warningsOf(hearings: readonly PieceResult[]): readonly string[] {
  const leftOut = hearings
    .flatMap((each) => each.leftOut)
    .map(({ startMs, endMs }) => `${clock(startMs)}–${clock(endMs)}`);
  return [
    ...(leftOut.length > 0
      ? [
          `Left out, because the recogniser itself doubts that it was said: ${leftOut.join(', ')}. Listen to the recording there.`,
        ]
      : []),
    ...(hearings.every(({ hasTimes }) => hasTimes)
      ? []
      : ['The recogniser does not say when what was said: times are those of whole parts of the recording.']),
  ];
}

/** `hh:mm:ss`. */
function clock(ms: number): string {
  return new Date(ms).toISOString().slice(11, 19);
}
