import type { ModelPackage } from 'chronoscribe/types';
import { identifyRoles, threadsSetting, voicePackages } from 'chronoscribe/voices';
import { z } from 'zod';

const releases = 'https://github.com/k2-fsa/sherpa-onnx/releases/download';

/** Whisper in sherpa-onnx's format. The archives also hold 32-bit weights, which are not needed. */
function whisper(size: string, description: string, bytes: number, sha256: string): ModelPackage {
  return {
    name: `whisper-${size}`,
    description,
    url: `${releases}/asr-models/sherpa-onnx-whisper-${size}.tar.bz2`,
    bytes,
    sha256,
    archive: 'tar.bz2',
    files: [`${size}-encoder.int8.onnx`, `${size}-decoder.int8.onnx`, `${size}-tokens.txt`],
    identify: identifyRoles('whisper-encoder', 'whisper-decoder', 'tokens'),
    licence: 'MIT',
  };
}

/** The models that the setting `model` may name. */
export const speechPackages = {
  'tiny.en': whisper(
    'tiny.en',
    'recognises English; small and fast',
    118_071_777,
    '2bd6cf965c8bb3e068ef9fa2191387ee63a9dfa2a4e37582a8109641c20005dd',
  ),
  'base.en': whisper(
    'base.en',
    'recognises English; errs less than tiny.en and takes twice as long',
    208_576_005,
    '475bc7052ce299c007f6d5d5407ba8601f819a2867f6eecee510ed17df581542',
  ),
  small: whisper(
    'small',
    'recognises 99 languages; errs less than base.en and takes several times as long',
    639_387_718,
    '486a46afbb7ba798507190ffe02fea2dd726049af212e774537efac6afb210a6',
  ),
  turbo: whisper(
    'turbo',
    'Whisper large-v3-turbo: recognises 99 languages; the largest Whisper here, may take 4 GB of memory',
    563_790_207,
    'b11acbbcd660b44a8e0df33724feb5aaa709cf65668f2823d59f656312544f22',
  ),
  parakeet: {
    name: 'parakeet-tdt-0.6b-v3',
    description: 'recognises 25 European languages (NVIDIA NeMo); made for speed',
    url: `${releases}/asr-models/sherpa-onnx-nemo-parakeet-tdt-0.6b-v3-int8.tar.bz2`,
    bytes: 487_170_055,
    sha256: '5793d0fd397c5778d2cf2126994d58e9d56b1be7c04d13c7a15bb1b4eafb16bf',
    archive: 'tar.bz2',
    files: ['encoder.int8.onnx', 'decoder.int8.onnx', 'tokens.txt', 'joiner.int8.onnx'],
    identify: identifyRoles('transducer-encoder', 'transducer-decoder', 'tokens', 'joiner'),
    licence: 'CC-BY-4.0',
  },
} as const satisfies Readonly<Record<string, ModelPackage>>;

export type SpeechModelName = keyof typeof speechPackages;

export function isSpeechModelName(name: string): name is SpeechModelName {
  return Object.hasOwn(speechPackages, name);
}

/** All models of local recognition. */
export const packages: readonly ModelPackage[] = [...Object.values(speechPackages), ...voicePackages];

const names = Object.keys(speechPackages).join(', ');

export const whisperSettings = z.strictObject({
  model: z
    .string()
    .refine(
      (model) => isSpeechModelName(model) || /[/\\]/.test(model),
      `must be ${names}, or the path of a folder such as ./my-model`,
    )
    .default('tiny.en')
    .describe(
      `${names}, or a folder that holds a Whisper model, or a transducer (NeMo, Zipformer), in sherpa-onnx's format ` +
        '(…encoder….onnx, …decoder….onnx, …tokens.txt; of a transducer …joiner….onnx) and perhaps silero_vad.onnx, segmentation.onnx and embedding.onnx',
    ),
  autoDownload: z
    .boolean()
    .default(true)
    .describe('whether models that are not on this machine are fetched with the first recording'),
  diarize: z.boolean().default(true).describe('whether voices are told apart'),
  threads: threadsSetting,
});

export type WhisperSettings = z.output<typeof whisperSettings>;
