import { readFile } from 'node:fs/promises';
import { Problem } from 'chronoscribe';
import { sampleRate } from 'chronoscribe/voices';
import type sherpaOnnx from 'sherpa-onnx-node';
import { z } from 'zod';
import { meanOf } from '../heard-words.ts';
import { primaryLanguage } from '../programs/recogniser.ts';
import type { ModelFiles } from './protocol.ts';
import { completeSegments, type SpeechModel, type SpeechResult, type Word } from './speech-model.ts';

/**
 * Parts of words, each with the time of its start and, of NeMo's, its duration in seconds, and the logarithm of its
 * probability. A part that starts a word starts with a space.
 */
const answer = z.object({
  text: z.string(),
  tokens: z.array(z.string()),
  timestamps: z.array(z.number()),
  durations: z.array(z.number()).default([]),
  ys_log_probs: z.array(z.number()).default([]),
});
type Answer = z.output<typeof answer>;

/** The end of a sentence, as a transducer that writes punctuation ends it. */
const sentenceEnd = /[.?!]$/;

/**
 * Loads a transducer: of NeMo, such as Parakeet, or of icefall, such as Zipformer. It detects the language by itself and
 * does not tell it.
 *
 * It decodes greedily: the beam search that words to expect would need returns empty text for some speech
 * (https://github.com/k2-fsa/sherpa-onnx/issues/3267).
 */
export async function loadTransducer(
  sherpa: typeof sherpaOnnx,
  { encoder, decoder, tokens }: ModelFiles,
  joiner: string,
  threads: number,
): Promise<SpeechModel> {
  const recognizer = await sherpa.OfflineRecognizer.createAsync({
    featConfig: { sampleRate, featureDim: 80 },
    modelConfig: {
      transducer: { encoder, decoder, joiner },
      // NeMo numbers its blank last, icefall first.
      modelType: (await readFile(tokens, 'utf8')).startsWith('<blk>') ? 'transducer' : 'nemo_transducer',
      tokens,
      numThreads: threads,
      debug: 0,
    },
  });
  return {
    takesLanguage: false,
    async recognise(samples) {
      const stream = recognizer.createStream();
      stream.acceptWaveform({ samples, sampleRate });
      return resultOf(answer.parse(await recognizer.decodeAsync(stream)), samples.length / sampleRate);
    },
    setLanguage() {},
  };
}

/** @param duration of the piece, in seconds */
function wordsOf({ tokens, timestamps, durations, ys_log_probs: scores }: Answer, duration: number): readonly Word[] {
  const first = tokens.flatMap((token, at) => (at === 0 || token.startsWith(' ') ? at : []));
  return first.map((from, word) => {
    const to = first[word + 1] ?? tokens.length;
    const start = timestamps[from] ?? 0;
    return {
      text: tokens.slice(from, to).join('').trimStart(),
      start,
      // Where the model tells no duration, a word lasts until the next one.
      end:
        durations.length > 0 ? (timestamps[to - 1] ?? start) + (durations[to - 1] ?? 0) : (timestamps[to] ?? duration),
      confidence: meanOf(scores.slice(from, to).map(Math.exp)),
    };
  });
}

/** One segment for each sentence. */
function resultOf(heard: Answer, duration: number): SpeechResult {
  const segments: { start: number; end: number; text: string; words: Word[] }[] = [];
  for (const word of wordsOf(heard, duration)) {
    const last = segments.at(-1);
    // A dot within a word or a number, such as 2.5, ends nothing.
    if (last !== undefined && !sentenceEnd.test(last.text)) {
      last.text += ` ${word.text}`;
      last.words.push(word);
    } else {
      if (last !== undefined) last.end = word.start;
      segments.push({ start: word.start, end: duration, text: word.text, words: [word] });
    }
  }
  return { segments: completeSegments(segments, heard.text, duration), language: null };
}

/** The languages of Parakeet TDT 0.6b v3 (its model card, https://huggingface.co/nvidia/parakeet-tdt-0.6b-v3). */
const european = new Set('bg hr cs da nl en et fi fr de el hu it lv lt mt pl pt ro sk sl es sv ru uk'.split(' '));

/** @throws Problem `provider-unavailable` if Parakeet does not know the language. */
export function requireParakeetLanguage(tag: string): void {
  if (european.has(primaryLanguage(tag))) return;
  throw new Problem('provider-unavailable', {
    detail:
      `The model parakeet knows 25 European languages, not ${tag}. Choose one that knows more in the configuration: ` +
      '`transcriber: { use: whisper, with: { model: turbo } }`.',
  });
}
