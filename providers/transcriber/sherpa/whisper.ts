import { Problem } from 'chronoscribe';
import { sampleRate } from 'chronoscribe/voices';
import type sherpaOnnx from 'sherpa-onnx-node';
import { z } from 'zod';
import { primaryLanguage } from '../programs/recogniser.ts';
import type { ModelFiles } from './protocol.ts';
import { completeSegments, type SpeechModel, type SpeechResult } from './speech-model.ts';

/** sherpa-onnx drops what is beyond this. */
const window = 29.4 * sampleRate;

const answer = z.object({
  text: z.string(),
  lang: z.string(),
  segment_texts: z.array(z.string()).default([]),
  /** Seconds. */
  segment_timestamps: z.array(z.number()).default([]),
  /** Seconds; 0 if Whisper gives no end of the segment. */
  segment_durations: z.array(z.number()).default([]),
});

/** @param language Whisper's code; null: to be detected for each piece */
export async function loadWhisper(
  sherpa: typeof sherpaOnnx,
  { encoder, decoder, tokens }: ModelFiles,
  language: string | null,
  threads: number,
): Promise<SpeechModel> {
  const config = (expected: string) => ({
    featConfig: { sampleRate, featureDim: 80 },
    modelConfig: {
      whisper: {
        encoder,
        decoder,
        language: expected,
        task: 'transcribe' as const,
        tailPaddings: -1,
        enableSegmentTimestamps: 1 as const,
      },
      tokens,
      numThreads: threads,
      debug: 0 as const,
    },
  });
  const recognizer = await sherpa.OfflineRecognizer.createAsync(config(language ?? ''));
  return {
    takesLanguage: true,
    async recognise(samples) {
      const stream = recognizer.createStream();
      stream.acceptWaveform({ samples: withSilence(samples), sampleRate });
      return resultOf(answer.parse(await recognizer.decodeAsync(stream)), samples.length / sampleRate);
    },
    setLanguage: (expected) => recognizer.setConfig(config(expected)),
  };
}

/**
 * Appends silence. sherpa-onnx limits Whisper to six tokens per second, timestamps included, and cuts off fast speech.
 * The silence makes room for eight per second; more would only cost time.
 */
function withSilence(samples: Float32Array): Float32Array {
  const padded = new Float32Array(
    Math.floor(Math.max(samples.length, Math.min(window, samples.length * 1.4 + 1.5 * sampleRate))),
  );
  padded.set(samples);
  return padded;
}

function resultOf({ text, lang, ...segments }: z.output<typeof answer>, duration: number): SpeechResult {
  const language = lang === '' ? null : lang;
  const said = segments.segment_texts.map((each, at) => {
    const start = segments.segment_timestamps[at] ?? 0;
    const length = segments.segment_durations[at] ?? 0;
    return { start, end: length > 0 ? start + length : Math.max(start, duration), text: each };
  });
  return { language, segments: completeSegments(said, text, duration) };
}

/**
 * The languages of the multilingual Whisper models (openai/whisper, `tokenizer.py`). sherpa-onnx ends the process on
 * any other.
 */
const known = new Set(
  (
    'en zh de es ru ko fr ja pt tr pl ca nl ar sv it id hi fi vi he uk el ms cs ro da hu ta no th ur hr bg lt la mi ' +
    'ml cy sk te fa lv bn sr az sl kn et mk br eu is hy ne mn bs kk sq sw gl mr pa si km sn yo so af oc ka be tg sd ' +
    'gu am yi lo uz fo ht ps tk nn mt sa lb my bo tl mg as tt haw ln ha ba jw su'
  ).split(' '),
);

/** Languages whose Whisper code differs from BCP 47. */
const renamed: Readonly<Record<string, string>> = { jv: 'jw', nb: 'no', fil: 'tl' };

/**
 * Whisper's code for a BCP 47 tag.
 *
 * @throws Problem `provider-unavailable` if the model does not know the language.
 */
export function whisperLanguage(tag: string, model: { readonly name: string; readonly englishOnly: boolean }): string {
  const first = primaryLanguage(tag);
  const code = renamed[first] ?? first;
  if (model.englishOnly && code !== 'en') {
    throw new Problem('provider-unavailable', {
      detail:
        `The model ${model.name} knows only English, not ${tag}. Choose one that knows more languages in the configuration: ` +
        '`transcriber: { use: whisper, with: { model: small } }`.',
    });
  }
  if (!known.has(code)) {
    throw new Problem('provider-unavailable', {
      detail: `Whisper does not know the language ${tag}. Choose another transcriber in the configuration for this language.`,
    });
  }
  return code;
}

/** The BCP 47 tag of one of Whisper's codes; null for null. */
export function languageTag(code: string | null): string | null {
  return code === null ? null : (Intl.getCanonicalLocales(code)[0] ?? null);
}
