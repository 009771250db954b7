import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Problem } from 'chronoscribe';
import type sherpaOnnx from 'sherpa-onnx-node';
import { z } from 'zod';
import { primaryLanguage } from '../programs/recogniser.ts';
import { type TimedWord, withExpected } from './expected-words.ts';
import { hotwordsOf, piecesOf, vocabularyOf } from './hotwords.ts';
import type { ModelFiles } from './protocol.ts';
import { sampleRate } from './speech.ts';
import { completeSegments, type SpeechModel, type SpeechResult } from './speech-model.ts';

/** Parts of words, each with the time of its start in seconds. A part that starts a word starts with a space. */
const answer = z.object({ text: z.string(), tokens: z.array(z.string()), timestamps: z.array(z.number()) });
type Answer = z.output<typeof answer>;

/** The end of a sentence, as a transducer that writes punctuation ends it. */
const sentenceEnd = /[.?!]$/;

/** How much likelier each piece of an expected word becomes, as a natural logarithm. sherpa-onnx's default. */
const hotwordsScore = 1.5;

/**
 * Loads a transducer: of NeMo, such as Parakeet, or of icefall, such as Zipformer. It detects the language by itself and
 * does not tell it.
 *
 * It decodes greedily. With words to expect, everything is decoded once more, by the beam search that they need, and
 * only those words are taken from that: alone, it returns empty text for some speech
 * (https://github.com/k2-fsa/sherpa-onnx/issues/3267).
 *
 * @param terms words to expect
 */
export async function loadTransducer(
  sherpa: typeof sherpaOnnx,
  { encoder, decoder, tokens, bpeVocabulary }: ModelFiles,
  joiner: string,
  { terms, threads }: { readonly terms: readonly string[]; readonly threads: number },
): Promise<SpeechModel> {
  const pieces = piecesOf(await readFile(tokens, 'utf8'));
  const config = {
    featConfig: { sampleRate, featureDim: 80 },
    modelConfig: {
      transducer: { encoder, decoder, joiner },
      // NeMo numbers its blank last, icefall first.
      modelType: pieces[0] === '<blk>' ? ('transducer' as const) : ('nemo_transducer' as const),
      tokens,
      numThreads: threads,
      debug: 0 as const,
    },
  };
  const { phrases } = hotwordsOf(terms, pieces);
  const plain = await sherpa.OfflineRecognizer.createAsync(config);
  const biased =
    phrases === ''
      ? null
      : await withVocabularyFile(bpeVocabulary, pieces, (bpeVocab) =>
          sherpa.OfflineRecognizer.createAsync({
            ...{ ...config, modelConfig: { ...config.modelConfig, modelingUnit: 'bpe', bpeVocab } },
            ...{ decodingMethod: 'modified_beam_search', hotwordsScore },
          }),
        );

  type Recognizer = typeof plain;
  const recognise = async (recognizer: Recognizer, samples: Float32Array, hotwords?: string): Promise<Answer> => {
    const stream = hotwords === undefined ? recognizer.createStream() : recognizer.createStream(hotwords);
    stream.acceptWaveform({ samples, sampleRate });
    return answer.parse(await recognizer.decodeAsync(stream));
  };
  return {
    takesLanguage: false,
    async recognise(samples) {
      const duration = samples.length / sampleRate;
      const heard = await recognise(plain, samples);
      const words = wordsOf(heard);
      // A model that writes bytes gives parts that are no letters.
      if (biased === null || words.length === 0 || !isWhole(words, heard.text))
        return resultOf(heard.text, words, duration);
      const expected = withExpected(words, wordsOf(await recognise(biased, samples, phrases)), terms);
      return resultOf(textOf(expected), expected, duration);
    },
    setLanguage() {},
  };
}

/** Calls `use` with the path of the model's vocabulary; if it has none, of one that exists during the call. */
async function withVocabularyFile<T>(
  own: string | null,
  pieces: readonly string[],
  use: (path: string) => Promise<T>,
): Promise<T> {
  if (own !== null) return use(own);
  const folder = await mkdtemp(join(tmpdir(), 'chronoscribe-'));
  try {
    const path = join(folder, 'bpe.vocab');
    await writeFile(path, vocabularyOf(pieces));
    return await use(path);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function wordsOf({ tokens, timestamps }: Answer): TimedWord[] {
  const words: { text: string; start: number }[] = [];
  for (const [at, token] of tokens.entries()) {
    const last = words.at(-1);
    if (last === undefined || token.startsWith(' '))
      words.push({ text: token.trimStart(), start: timestamps[at] ?? 0 });
    else last.text += token;
  }
  return words;
}

function textOf(words: readonly TimedWord[]): string {
  return words.map(({ text }) => text).join(' ');
}

function isWhole(words: readonly TimedWord[], text: string): boolean {
  return textOf(words).replace(/\s+/g, '') === text.replace(/\s+/g, '');
}

/** One segment for each sentence. */
function resultOf(text: string, words: readonly TimedWord[], duration: number): SpeechResult {
  const segments: { start: number; end: number; text: string }[] = [];
  for (const word of words) {
    const last = segments.at(-1);
    // A dot within a word or a number, such as 2.5, ends nothing.
    if (last !== undefined && !sentenceEnd.test(last.text)) last.text += ` ${word.text}`;
    else {
      if (last !== undefined) last.end = word.start;
      segments.push({ start: word.start, end: duration, text: word.text });
    }
  }
  return { segments: completeSegments(segments, text, duration), language: null };
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
