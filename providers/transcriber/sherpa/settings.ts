import { availableParallelism } from 'node:os';
import { z } from 'zod';
import { isWhisperName, whisperPackages } from './packages.ts';

/** More threads than this make Whisper hardly faster, and the host has other work to do. */
const mostThreads = 4;

const names = Object.keys(whisperPackages).join(', ');

export const whisperSettings = z.strictObject({
  model: z
    .string()
    .refine(
      (model) => isWhisperName(model) || /[/\\]/.test(model),
      `must be ${names}, or the path of a folder such as ./my-model`,
    )
    .default('tiny.en')
    .describe(
      `${names}, or a folder that holds a Whisper model in sherpa-onnx's format ` +
        '(…encoder….onnx, …decoder….onnx, …tokens.txt) and perhaps silero_vad.onnx, segmentation.onnx and embedding.onnx',
    ),
  autoDownload: z
    .boolean()
    .default(true)
    .describe('whether models that are not on this machine are fetched with the first recording'),
  diarize: z.boolean().default(true).describe('whether voices are told apart'),
  threads: z
    .int()
    .min(1)
    .max(64)
    .default(() => Math.min(mostThreads, availableParallelism()))
    .describe('how many processor cores a recording may take'),
});

export type WhisperSettings = z.output<typeof whisperSettings>;
