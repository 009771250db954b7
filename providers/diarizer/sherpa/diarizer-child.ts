import sherpa from 'sherpa-onnx-node';
import { takeOrder } from './native-child.ts';
import { type Order, order, type Part, type Report } from './protocol.ts';
import { findSpeech, openSamples, toMilliseconds } from './speech.ts';
import { voiceFinder } from './voices.ts';

/** The completed share after speech detection. */
const speechFound = 0.1;

async function diarize({ recording, files, speakers, threads }: Order): Promise<void> {
  await using sound = await openSamples(recording);
  // All models are loaded first, so that a damaged one is found at once.
  const finder = voiceFinder(sherpa, files, threads, loading);
  loading('voiceActivity');
  const speech = await findSpeech(sherpa, sound, files.voiceActivity, (fraction) => progress(fraction * speechFound));
  const turns = await finder.findTurns(sound, speech, speakers, (fraction) =>
    progress(speechFound + fraction * (1 - speechFound)),
  );
  const timed = turns.map(({ start, end, speaker }) => ({
    startMs: toMilliseconds(start),
    endMs: toMilliseconds(Math.min(end, sound.length)),
    speaker,
  }));
  tell({ type: 'done', turns: timed });
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

takeOrder((message) => diarize(order.parse(message)));
