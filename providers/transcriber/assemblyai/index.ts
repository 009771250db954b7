import { defineProvider, type Health, Problem } from 'chronoscribe';
import { type Recording, type TranscribeOptions, Transcriber } from 'chronoscribe/kinds/transcriber';
import { z } from 'zod';
import { vocabularySetting } from '../vocabulary.ts';
import { assemblyAiClient } from './client.ts';
import { transcribe } from './transcription.ts';

const longestGreetingMs = 1500;

/** The hosted service AssemblyAI. An upload is deleted there as soon as its text is here. */
export default defineProvider({
  kind: Transcriber,
  name: 'assemblyai',
  config: z.strictObject({
    apiKey: z
      .string()
      .regex(/^[\x21-\x7e]+$/, 'must be letters, digits and signs without spaces')
      .describe('the key of your account at AssemblyAI'),
    baseUrl: z
      .url({ protocol: /^https?$/ })
      .default('https://api.assemblyai.com')
      .transform((url) => url.replace(/\/+$/, ''))
      .describe('where AssemblyAI answers; https://api.eu.assemblyai.com keeps recordings in the European Union'),
    // The limits of its `keyterms_prompt`.
    vocabulary: vocabularySetting({ terms: 1000, words: 6, characters: 50_000 }).describe(
      'words to expect, such as names of medicines; AssemblyAI may charge for them',
    ),
    pollMs: z.int().min(1).default(3000).describe('milliseconds between two questions whether the text is ready'),
    timeoutMs: z
      .int()
      .min(1)
      .default(60_000)
      .describe('milliseconds for which a request may stand still before it is given up'),
  }),
  create({ config: { pollMs, vocabulary, ...connection }, log }) {
    const work = { client: assemblyAiClient(connection), baseUrl: connection.baseUrl, pollMs, vocabulary, log };
    const greeter = assemblyAiClient({ ...connection, timeoutMs: Math.min(connection.timeoutMs, longestGreetingMs) });
    return {
      transcribe: (recording: Recording, options: TranscribeOptions) => transcribe(work, recording, options),
      async health(): Promise<Health> {
        try {
          await greeter.ping(new AbortController().signal);
          return { status: 'ok', detail: `AssemblyAI answers at ${connection.baseUrl} and takes the key.` };
        } catch (thrown) {
          return {
            status: 'degraded',
            detail: Problem.of(thrown).detail,
            hint: 'Check the network, and the settings `apiKey` and `baseUrl` of the transcriber assemblyai.',
          };
        }
      },
    };
  },
  health: (transcriber) => transcriber.health(),
});
