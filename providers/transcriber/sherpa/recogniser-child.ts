import { writeFileSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import sherpa from 'sherpa-onnx-node';
import { type Piece, piecesOf } from './pieces.ts';
import { type Order, order, type Part, type RecognisedPiece, type Report } from './protocol.ts';
import { findSpeech, openSamples, type SampleReader, sampleRate, toMilliseconds } from './speech.ts';
import { voiceFinder } from './voices.ts';
import { loadWhisper, type WhisperModel, type WhisperResult } from './whisper.ts';

/**
 * The process of the recogniser: it takes one order, reports, and is ended by the host, which it never outlives. sherpa-onnx ends
 * the whole process where a model is damaged, and cannot be interrupted.
 */

/** How much of the work is over when speech, and then voices, have been found. */
const speechFound = 0.08;
const voicesFound = 0.35;

/** A language is detected from what is longest among the first pieces. */
const piecesForLanguage = 20;

async function recognise({ recording, files, language, speakers, threads }: Order): Promise<void> {
  await using sound = await openSamples(recording);
  // All are loaded before the work begins: a damaged one is noticed at once.
  loading('whisper');
  const hearing = await loadWhisper(sherpa, files, language, threads);
  const { segmentation, embedding } = files;
  const finder = embedding === null ? null : voiceFinder(sherpa, { segmentation, embedding }, threads, loading);

  loading('voiceActivity');
  const speech = await findSpeech(sherpa, sound, files.voiceActivity, (fraction) => progress(fraction * speechFound));
  const turns = await finder?.findTurns(sound, speech, speakers, (fraction) =>
    progress(speechFound + fraction * (voicesFound - speechFound)),
  );
  const pieces = piecesOf(speech, turns ?? []);
  if (language === null) await settleLanguage(hearing, sound, pieces);
  const written = await hearAll(hearing, sound, pieces, finder === null ? speechFound : voicesFound);
  tell({ type: 'done', language: written, version: sherpa.version });
}

/** One language for all pieces: from a short one Whisper detects any language at all. */
async function settleLanguage(hearing: WhisperModel, sound: SampleReader, pieces: readonly Piece[]): Promise<void> {
  const length = ({ start, end }: Piece) => end - start;
  const [longest] = pieces.slice(0, piecesForLanguage).toSorted((one, other) => length(other) - length(one));
  if (longest === undefined) return;
  const { language } = await hearing.recognise(await sound.read(longest));
  if (language !== null) hearing.setLanguage(language);
}

/** Returns Whisper's code of the language that it wrote. */
async function hearAll(
  hearing: WhisperModel,
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

/** What was heard in a piece, by the time of the recording. */
function dated({ segments }: WhisperResult, piece: Piece, level: number): RecognisedPiece {
  const at = (seconds: number) => toMilliseconds(piece.start + seconds * sampleRate);
  return {
    startMs: toMilliseconds(piece.start),
    endMs: toMilliseconds(piece.end),
    speaker: piece.speaker,
    level,
    segments: segments.map(({ start, end, text }) => ({ startMs: at(start), endMs: at(end), text })),
  };
}

/** Decibels of full scale; digital silence counts as one step of 16 bits. */
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

/** The host has more urgent work, and where memory runs out on this machine, this process is the one to go. */
function stepBack(): void {
  try {
    setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
    if (process.platform === 'linux') writeFileSync('/proc/self/oom_score_adj', '1000');
  } catch {
    // Not every container allows it, and recognition is as good without.
  }
}

// At once: an ordinary exit would wait for the thread in which Whisper works.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
process.once('message', async (message) => {
  stepBack();
  await recognise(order.parse(message));
});
