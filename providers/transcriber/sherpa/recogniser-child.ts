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
import { type Order, order, type Part, type RecognisedPiece, type Report } from './protocol.ts';
import type { SpeechModel, SpeechResult } from './speech-model.ts';
import { loadTransducer } from './transducer.ts';
import { loadWhisper } from './whisper.ts';

/** The completed share after speech detection, and after diarization. */
const speechFound = 0.08;
const voicesFound = 0.35;

/** The language is detected from the longest of the first pieces. */
const piecesForLanguage = 20;

async function recognise({ recording, files, language, speakers, turns: known, threads }: Order): Promise<void> {
  await using sound = await openSamples(recording);
  // All models are loaded first, so that a damaged one is found at once.
  loading('recogniser');
  const hearing =
    files.joiner === null
      ? await loadWhisper(sherpa, files, language, threads)
      : await loadTransducer(sherpa, files, files.joiner, threads);
  const { segmentation, embedding } = files;
  const finder =
    embedding === null || known !== null ? null : voiceFinder(sherpa, { segmentation, embedding }, threads, loading);

  loading('voiceActivity');
  const speech = await findSpeech(sherpa, sound, files.voiceActivity, (fraction) => progress(fraction * speechFound));
  const found = await finder?.findTurns(sound, speech, speakers, (fraction) =>
    progress(speechFound + fraction * (voicesFound - speechFound)),
  );
  const given = known?.map(({ startMs, endMs, speaker }) => ({
    start: samplesAt(startMs),
    end: samplesAt(endMs),
    speaker,
  }));
  const pieces = piecesOf(speech, given ?? found ?? []);
  if (language === null && hearing.takesLanguage) await settleLanguage(hearing, sound, pieces);
  const written = await hearAll(hearing, sound, pieces, finder === null ? speechFound : voicesFound);
  tell({ type: 'done', language: written, version: sherpa.version });
}

/** Sets one language for all pieces: detection is unreliable for short ones. */
async function settleLanguage(hearing: SpeechModel, sound: SampleReader, pieces: readonly Piece[]): Promise<void> {
  const length = ({ start, end }: Piece) => end - start;
  const [longest] = pieces.slice(0, piecesForLanguage).toSorted((one, other) => length(other) - length(one));
  if (longest === undefined) return;
  const { language } = await hearing.recognise(await sound.read(longest));
  if (language !== null) hearing.setLanguage(language);
}

/** @returns Whisper's code of the language of the text. */
async function hearAll(
  hearing: SpeechModel,
  sound: SampleReader,
  pieces: readonly Piece[],
  begun: number,
): Promise<string | null> {
  const total = pieces.reduce((sum, { start, end }) => sum + end - start, 0);
  let done = 0;
  let written: string | null = null;
  for (const piece of pieces) {
    const samples = await sound.read(piece);
    const heard = await hearing.recognise(samples);
    tell({ type: 'heard', piece: dated(heard, piece, levelOf(samples)) });
    written = heard.language;
    done += piece.end - piece.start;
    progress(begun + (done / total) * (1 - begun));
  }
  return written;
}

/** The text of a piece, with times of the recording. */
function dated({ segments }: SpeechResult, piece: Piece, level: number): RecognisedPiece {
  const at = (seconds: number) => toMilliseconds(piece.start + seconds * sampleRate);
  return {
    startMs: toMilliseconds(piece.start),
    endMs: toMilliseconds(piece.end),
    speaker: piece.speaker,
    level,
    segments: segments.map(({ start, end, text }) => ({ startMs: at(start), endMs: at(end), text })),
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

takeOrder((message) => recognise(order.parse(message)));
