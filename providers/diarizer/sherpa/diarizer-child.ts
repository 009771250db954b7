import sherpa from 'sherpa-onnx-node';
import { takeOrder } from './native-library.ts';
import { findSpeech, openSamples, toMilliseconds } from './speech.ts';
import { voiceFinder } from './voices.ts';

/** What the process that tells voices apart is asked, once. */
export interface Order {
  /** Path of a WAV file: 16 kHz, mono, 16 bits. */
  readonly recording: string;
  /** Paths of the models. */
  readonly voiceActivity: string;
  readonly segmentation: string;
  readonly embedding: string;
  /** The expected number of speakers; null: to be detected. */
  readonly speakers: number | null;
  readonly threads: number;
}

/** The completed share, 0 to 1; or at last the turns, with speakers from 0. */
export type Report =
  | { readonly fraction: number }
  | { readonly turns: readonly { readonly startMs: number; readonly endMs: number; readonly speaker: number }[] };

/** The completed share after speech detection. */
const speechFound = 0.1;

takeOrder(async (message) => {
  const { recording, voiceActivity, speakers, threads, ...files } = message as Order; // From our own host.
  const tell = (report: Report) => process.send?.(report);
  const progress = (fraction: number) => tell({ fraction });
  await using sound = await openSamples(recording);
  const finder = voiceFinder(sherpa, files, threads, () => {});
  const speech = await findSpeech(sherpa, sound, voiceActivity, (fraction) => progress(fraction * speechFound));
  const found = await finder.findTurns(sound, speech, speakers, (fraction) =>
    progress(speechFound + fraction * (1 - speechFound)),
  );
  const turns = found.map(({ start, end, speaker }) => ({
    ...{ startMs: toMilliseconds(start), endMs: toMilliseconds(end), speaker },
  }));
  tell({ turns });
});
