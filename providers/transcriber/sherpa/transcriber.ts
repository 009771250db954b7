import { access, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Health, type Models, monotonicProgress, Problem } from 'chronoscribe';
import type {
  Recording,
  TranscribeOptions,
  Transcriber,
  Transcription,
  Utterance,
} from 'chronoscribe/kinds/transcriber';
import type { ModelPackage } from 'chronoscribe/types';
import { missingModels, missingNativeLibrary, pullCommand } from 'chronoscribe/voices';
import { countPassages, type Passage, placesOf } from '../passages.ts';
import { isSoundName, tidyUtterances } from '../utterances.ts';
import { bytesPerSample, samplesPerSecond, wavHeader } from '../wav.ts';
import { partNames } from './faults.ts';
import { healthOf, isReady } from './health.ts';
import type { WhisperSettings } from './model-packages.ts';
import { type ModelSelection, type PreparedModels, prepareModels, selectModels } from './models.ts';
import type { ModelFiles, Order, RecognisedPiece } from './protocol.ts';
import { type ProcessLimits, runRecogniser } from './recogniser-process.ts';
import { requireParakeetLanguage } from './transducer.ts';
import { languageTag, whisperLanguage } from './whisper.ts';

/** Whisper on this machine. */
export interface LocalWhisper extends Transcriber {
  /** Never `failed`: without a transcriber the host still takes transcripts. */
  health(): Promise<Health>;
  /** The same, and loads the models where they are all here. */
  diagnose(): Promise<Health>;
  /** Whether it can start without a download. */
  isReady(): Promise<boolean>;
}

export interface LocalWhisperOptions {
  /** The provider's name, as in configuration. */
  readonly provider: string;
  readonly settings: WhisperSettings;
  readonly models: Models;
  /** Limits of the process that differ from the defaults. */
  readonly limits?: Partial<ProcessLimits>;
}

type Progress = (fraction: number) => void;

/** The share of the progress for downloads, if any are needed. */
const fetchedShare = 0.3;

/** A slow machine needs a minute for half a minute of sound. */
const stallMs = 300_000;

/** The memory of the process without models, and the copies of the models that it holds while loading. */
const memoryBeside = 1024 ** 3;
const memoryPerModelByte = 3;

/** A failed download of optional models is retried after an hour: without a network, each attempt may take long. */
const retryMs = 3_600_000;

/** Speech recognition by Whisper in a child process, one for a recording and its parts. */
export function localWhisper(surroundings: LocalWhisperOptions): LocalWhisper {
  const { settings, models } = surroundings;
  let retryAt = 0;
  return {
    async transcribe(recording, options) {
      const { signal } = options;
      signal.throwIfAborted();
      const lack = missingNativeLibrary();
      if (lack !== null) throw new Problem('provider-unavailable', { detail: `${lack.detail} ${lack.hint}` });
      const choice = await selectModels(settings);
      const language = languageFor(options.language, choice);
      await access(recording.path);

      const report = monotonicProgress(options.progress);
      const download = settings.autoDownload;
      const downloadOptional = download && performance.now() >= retryAt;
      const fetched = [...(download ? choice.required : []), ...(downloadOptional ? choice.optional : [])];
      const [fetching, hearing] = splitProgress(
        report,
        (await missingModels(models, fetched)).length > 0 ? fetchedShare : 0,
      );
      const prepared = await prepareModels(models, choice, settings, {
        download,
        downloadOptional,
        signal,
        progress: fetching,
      });
      if (downloadOptional && prepared.missing.length > 0) retryAt = performance.now() + retryMs;

      const work = { choice, prepared, language, recording, progress: hearing };
      const transcription = await recognised(surroundings, work, options);
      report(1);
      return transcription;
    },
    isReady: () => isReady(settings, models),
    health: () => healthOf(settings, models),
    async diagnose() {
      const health = await healthOf(settings, models);
      if (health.status !== 'ok') return health;
      const never = { signal: new AbortController().signal, progress: () => {} };
      try {
        const choice = await selectModels(settings);
        const none = { download: false, downloadOptional: false };
        const prepared = await prepareModels(models, choice, settings, { ...none, ...never });
        await withSilence((recording) =>
          recognised(surroundings, { choice, prepared, language: null, recording, progress: never.progress }, never),
        );
        return { ...health, detail: `${health.detail} It was loaded.` };
      } catch (thrown) {
        return { status: 'degraded', detail: Problem.of(thrown).detail };
      }
    },
  };
}

/** A second in which nobody speaks. */
async function withSilence<T>(use: (recording: Recording) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'chronoscribe-silence-'));
  try {
    const bytes = samplesPerSecond * bytesPerSample;
    const path = join(folder, 'silence.wav');
    await writeFile(path, Buffer.concat([wavHeader(bytes), Buffer.alloc(bytes)]));
    return await use({ path, durationMs: 1000 });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Whisper's code; null: to be detected. @throws Problem `provider-unavailable` if the model does not know it. */
function languageFor(tag: string | undefined, choice: ModelSelection): string | null {
  if (tag === undefined) return null;
  if (!choice.transducer) return whisperLanguage(tag, choice);
  if (choice.own === null) requireParakeetLanguage(tag);
  return null;
}

interface Work {
  readonly choice: ModelSelection;
  readonly prepared: PreparedModels;
  /** Whisper's code; null: to be detected. */
  readonly language: string | null;
  readonly recording: Recording;
  readonly progress: Progress;
}

async function recognised(
  { provider, settings, limits }: LocalWhisperOptions,
  { choice, prepared, language, recording, progress }: Work,
  options: TranscribeOptions,
): Promise<Transcription> {
  const { files, bytes, missing } = prepared;
  const outcome = await runRecogniser(
    { files, threads: settings.threads },
    {
      ...{ recording: recording.path, language, speakers: options.speakers ?? null },
      turns: settings.diarize ? numbered(options.turns) : null,
    },
    {
      ...{ ...options, progress },
      limits: { stallMs, memoryBytes: memoryBeside + bytes * memoryPerModelByte, ...limits },
      key: [provider, choice.name, files.encoder, bytes],
      names: partNames(choice, files),
    },
  );
  const englishOnly = !choice.transducer && outcome.pieces.length > 0 && outcome.language === null;
  // Only a result tells whether a model from a folder knows just English.
  if (options.language !== undefined && !choice.transducer)
    whisperLanguage(options.language, { name: choice.name, englishOnly });

  const judged = withoutHallucinations(outcome.pieces);
  return {
    language: options.language ?? (englishOnly ? 'en' : languageTag(outcome.language)),
    utterances: tidyUtterances(judged.pieces.flatMap(utterancesOf), recording.durationMs),
    engine: { provider, model: choice.name, version: `sherpa-onnx ${outcome.version}` },
    warnings: [...hallucinationWarnings(judged), ...withoutSegmentation(files, missing)],
    ...(!settings.diarize && { speakersAreFinal: true }),
  };
}

/** Splits progress into two parts, the first of which is a share of the whole. */
function splitProgress(report: Progress, share: number): readonly [first: Progress, second: Progress] {
  return [(fraction) => report(fraction * share), (fraction) => report(share + fraction * (1 - share))];
}

function utterancesOf({ speaker, endMs, segments }: RecognisedPiece): readonly Utterance[] {
  return segments.map((segment) => ({
    speaker: speaker === null ? null : `Speaker ${speaker + 1}`,
    startMs: segment.startMs,
    endMs: Math.min(segment.endMs, endMs),
    text: segment.text,
    // sherpa-onnx exposes none of a segment, and of Whisper none at all, nor times of its words.
    confidence: null,
    words: segment.words,
  }));
}

/** Turns with numbers for their speakers. */
function numbered(turns: TranscribeOptions['turns']): Order['turns'] {
  if (turns === undefined) return null;
  const speakers = [...new Set(turns.map(({ speaker }) => speaker))];
  return turns.map((turn) => ({ ...turn, speaker: speakers.indexOf(turn.speaker) }));
}

/** Without an embedding voices are not told apart here, which the diarizer then warns of. */
function withoutSegmentation({ embedding }: ModelFiles, missing: readonly ModelPackage[]): readonly string[] {
  if (embedding === null || missing.length === 0) return [];
  return [
    'Speakers were told apart less well than they might be: models for that are not on this machine. ' +
      `Run \`${pullCommand(missing)}\`.`,
  ];
}

interface FilteredPieces {
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
