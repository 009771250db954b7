import { on } from 'node:events';
import { writeSync } from 'node:fs';
import {
  findSpeech,
  openSamples,
  type SampleReader,
  sampleRate,
  samplesAt,
  takeOrder,
  toMilliseconds,
  voiceFinder,
} from 'chronoscribe/voices';
import sherpa from 'sherpa-onnx-node';
import { type Piece, piecesOf } from './pieces.ts';
import {
  type Engine,
  endOfPiece,
  type Order,
  type Part,
  type RecognisedPiece,
  type Report,
  type Request,
} from './protocol.ts';
import type { SpeechModel, SpeechResult } from './speech-model.ts';
import { loadTransducer } from './transducer.ts';
import { loadWhisper } from './whisper.ts';

/** The completed share after speech detection, and after diarization. */
const speechFound = 0.08;
const voicesFound = 0.35;

/** The language is detected from the longest of the first pieces. */
const piecesForLanguage = 20;

/** The models of a process. They are loaded with the first request, those for voices when they are first needed. */
function recognition({ files, threads }: Engine) {
  let sound: { readonly path: string; readonly samples: SampleReader } | undefined;
  let model: SpeechModel | undefined;
  let finder: ReturnType<typeof voiceFinder> | undefined;
  let present: string | null = null;

  const open = async (path: string): Promise<SampleReader> => {
    if (sound?.path === path) return sound.samples;
    await sound?.samples[Symbol.asyncDispose]();
    sound = { path, samples: await openSamples(path) };
    return sound.samples;
  };
  const modelFor = async (language: string | null): Promise<SpeechModel> => {
    if (model === undefined) {
      loading('recogniser');
      model =
        files.joiner === null
          ? await loadWhisper(sherpa, files, language, threads)
          : await loadTransducer(sherpa, files, files.joiner, threads);
    } else if (language !== present) model.setLanguage(language ?? '');
    present = language;
    return model;
  };
  return {
    async find({ recording, language, speakers, turns }: Order): Promise<Report> {
      const samples = await open(recording);
      // All models are loaded first, so that a damaged one is found at once.
      const hearing = await modelFor(language);
      const { segmentation, embedding } = files;
      const findsVoices = embedding !== null && turns === null;
      if (findsVoices) finder ??= voiceFinder(sherpa, { segmentation, embedding }, threads, loading);
      loading('voiceActivity');
      const speech = await findSpeech(sherpa, samples, files.voiceActivity, (fraction) =>
        progress(fraction * speechFound),
      );
      const given = turns?.map(({ startMs, endMs, speaker }) => ({
        ...{ start: samplesAt(startMs), end: samplesAt(endMs), speaker },
      }));
      const found = findsVoices
        ? await finder?.findTurns(samples, speech, speakers, (fraction) =>
            progress(speechFound + fraction * (voicesFound - speechFound)),
          )
        : given;
      const pieces = [...piecesOf(speech, found ?? [])];
      const detects = language === null && hearing.takesLanguage;
      return {
        type: 'found',
        pieces,
        language: detects ? await detectLanguage(hearing, samples, pieces) : null,
        share: findsVoices ? voicesFound : speechFound,
        version: sherpa.version,
      };
    },
    async hear(recording: string, piece: Piece, language: string | null): Promise<Report> {
      const samples = await (await open(recording)).read(piece);
      const heard = await (await modelFor(language)).recognise(samples);
      return { type: 'heard', piece: dated(heard, piece, levelOf(samples)), language: heard.language };
    },
  };
}

/** One language for all pieces: detection is unreliable for short ones. */
async function detectLanguage(
  hearing: SpeechModel,
  sound: SampleReader,
  pieces: readonly Piece[],
): Promise<string | null> {
  const length = ({ start, end }: Piece) => end - start;
  const [longest] = pieces.slice(0, piecesForLanguage).toSorted((one, other) => length(other) - length(one));
  return longest === undefined ? null : (await hearing.recognise(await sound.read(longest))).language;
}

/** The text of a piece, with times of the recording. */
function dated({ segments }: SpeechResult, piece: Piece, level: number): RecognisedPiece {
  const at = (seconds: number) => toMilliseconds(piece.start + seconds * sampleRate);
  return {
    startMs: toMilliseconds(piece.start),
    endMs: toMilliseconds(piece.end),
    speaker: piece.speaker,
    level,
    segments: segments.map(({ start, end, text, words }) => ({
      ...{ startMs: at(start), endMs: at(end), text },
      words: words?.map((word) => ({
        ...{ text: word.text, startMs: at(word.start), endMs: at(word.end), confidence: word.confidence },
      })),
    })),
  };
}

/** The level in dBFS; digital silence counts as one 16-bit step. */
function levelOf(samples: Float32Array): number {
  const power = samples.reduce((sum, sample) => sum + sample * sample, 0) / Math.max(1, samples.length);
  return 10 * Math.log10(Math.max(power, 2 ** -30));
}

function loading(part: Part): void {
  tell({ type: 'loading', part });
}

function progress(fraction: number): void {
  tell({ type: 'progress', fraction });
}

function tell(report: Report): void {
  process.send?.(report);
}

takeOrder(async (message) => {
  const { find, hear } = recognition(message as Engine); // From our own host, as all requests are.
  for await (const [asked] of on(process, 'message')) {
    const wanted = asked as Request;
    const report = await (wanted.type === 'find'
      ? find(wanted)
      : hear(wanted.recording, wanted.piece, wanted.language));
    if (report.type === 'heard') writeSync(2, endOfPiece);
    tell(report);
  }
});
