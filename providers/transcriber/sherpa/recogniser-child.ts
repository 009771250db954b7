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
import { endOfPiece, type Order, order, type Part, type RecognisedPiece, type Report, request } from './protocol.ts';
import type { SpeechModel, SpeechResult } from './speech-model.ts';
import { loadTransducer } from './transducer.ts';
import { loadWhisper } from './whisper.ts';

/** The completed share after speech detection, and after diarization. */
const speechFound = 0.08;
const voicesFound = 0.35;

/** The language is detected from the longest of the first pieces. */
const piecesForLanguage = 20;

interface Recognition {
  find(): Promise<Report>;
  hear(piece: Piece, language: string | null): Promise<Report>;
}

async function openRecognition({
  recording,
  files,
  language,
  speakers,
  turns: known,
  threads,
}: Order): Promise<Recognition> {
  const sound = await openSamples(recording);
  loading('recogniser');
  const hearing =
    files.joiner === null
      ? await loadWhisper(sherpa, files, language, threads)
      : await loadTransducer(sherpa, files, files.joiner, threads);
  let present = language;
  return {
    async find() {
      const { segmentation, embedding } = files;
      // All models are loaded first, so that a damaged one is found at once.
      const finder =
        embedding === null || known !== null
          ? null
          : voiceFinder(sherpa, { segmentation, embedding }, threads, loading);
      loading('voiceActivity');
      const speech = await findSpeech(sherpa, sound, files.voiceActivity, (fraction) =>
        progress(fraction * speechFound),
      );
      const found = await finder?.findTurns(sound, speech, speakers, (fraction) =>
        progress(speechFound + fraction * (voicesFound - speechFound)),
      );
      const given = known?.map(({ startMs, endMs, speaker }) => ({
        start: samplesAt(startMs),
        end: samplesAt(endMs),
        speaker,
      }));
      const pieces = [...piecesOf(speech, given ?? found ?? [])];
      const detects = language === null && hearing.takesLanguage;
      return {
        type: 'found',
        pieces,
        language: detects ? await detectLanguage(hearing, sound, pieces) : null,
        share: finder === null ? speechFound : voicesFound,
        version: sherpa.version,
      };
    },
    async hear(piece, settled) {
      if (settled !== null && settled !== present) hearing.setLanguage(settled);
      present = settled ?? present;
      const samples = await sound.read(piece);
      const heard = await hearing.recognise(samples);
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
  // Read before the models are loaded, which takes a while.
  const requests = on(process, 'message');
  const recognition = await openRecognition(order.parse(message));
  for await (const [asked] of requests) {
    const wanted = request.parse(asked);
    const report = await (wanted.type === 'find'
      ? recognition.find()
      : recognition.hear(wanted.piece, wanted.language));
    if (report.type === 'heard') writeSync(2, endOfPiece);
    tell(report);
  }
});
