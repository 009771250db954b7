import { defineProvider, type Health, Problem } from 'chronoscribe';
import { type Recording, type TranscribeOptions, Transcriber } from 'chronoscribe/kinds/transcriber';
import { z } from 'zod';
import { longestPieceMinutes, pieceMinutes, usualPieceMinutes } from '../piecewise.ts';
import { vocabularySetting } from '../vocabulary.ts';
import { type AudioClient, audioClient, type ResponseFormat, responseFormats } from './client.ts';
import { transcribe } from './transcription.ts';

const longestGreetingMs = 1500;

/** Any server with OpenAI's `POST /audio/transcriptions`: speaches, whisper.cpp, LocalAI, OpenAI itself. */
export default defineProvider({
  kind: Transcriber,
  name: 'openai-compatible',
  config: z.strictObject({
    baseUrl: z
      .url({ protocol: /^https?$/ })
      .transform((url) => url.replace(/\/+$/, ''))
      .describe('where the server answers, with its /v1: http://127.0.0.1:8000/v1'),
    model: z
      .string()
      .min(1)
      .max(500)
      .regex(/^[^\p{C}]*$/u, 'must be one line')
      .describe('the name of a model that the server has, such as whisper-1'),
    // Whisper reads the last 224 tokens of a prompt.
    vocabulary: vocabularySetting({ terms: 200, words: 20, characters: 800 }).describe(
      'words to expect, such as names of medicines; sent as `prompt`',
    ),
    apiKey: z
      .string()
      .regex(/^[\x21-\x7e]+$/, 'must be letters, digits and signs without spaces')
      .optional()
      .describe('the key that the server wants, if it wants one'),
    responseFormat: z
      .enum(responseFormats)
      .optional()
      .describe(
        'what the server is asked for; without it what fits the model: verbose_json, or what OpenAI wants for its own',
      ),
    maxUploadBytes: z
      .int()
      .min(100_000)
      .max(2 ** 31)
      .default(25_000_000)
      .describe(
        'the largest request that the server takes; a longer recording is sent in parts, cut where it is quiet',
      ),
    pieceMinutes: pieceMinutes.optional(),
    timeoutMs: z
      .int()
      .min(1)
      .default(1_200_000)
      .describe(
        'milliseconds for which a request may stand still before it is given up; a server is silent while it listens',
      ),
  }),
  create({ config: { baseUrl, apiKey, timeoutMs, model, responseFormat, maxUploadBytes, vocabulary, pieceMinutes } }) {
    const connection = { baseUrl, apiKey, timeoutMs };
    const format = responseFormat ?? formatFor(model);
    // OpenAI’s models with speaker diarization take no prompt.
    const prompt = vocabulary.length === 0 || format === 'diarized_json' ? undefined : vocabulary.join(', ');
    const work = {
      ...{ client: audioClient(connection), baseUrl, model, format, prompt, maxUploadBytes },
      // Speakers are told apart within a piece only.
      pieceMinutes: pieceMinutes ?? (format === 'diarized_json' ? longestPieceMinutes : usualPieceMinutes),
    };
    const greeter = audioClient({ ...connection, timeoutMs: Math.min(timeoutMs, longestGreetingMs) });
    return {
      transcribe: (recording: Recording, options: TranscribeOptions) => transcribe(work, recording, options),
      health: () => healthOf(greeter, baseUrl, model),
    };
  },
  health: (transcriber) => transcriber.health(),
});

/**
 * OpenAI's models since `gpt-4o-transcribe` reject `verbose_json`; those with speaker diarization need `diarized_json`.
 */
function formatFor(model: string): ResponseFormat {
  if (/^gpt-.*diarize/.test(model)) return 'diarized_json';
  return /^gpt-/.test(model) ? 'json' : 'verbose_json';
}

async function healthOf(client: AudioClient, baseUrl: string, model: string): Promise<Health> {
  try {
    const models = await client.models(new AbortController().signal);
    if (models === null)
      return { status: 'ok', detail: `A server answers at ${baseUrl}; it does not say which models it has.` };
    if (models.includes(model)) return { status: 'ok', detail: `The server at ${baseUrl} has the model ${model}.` };
    const others = models.slice(0, 10).join(', ') || 'it lists none';
    return {
      status: 'degraded',
      detail: `The server at ${baseUrl} does not list the model ${model}.`,
      hint: `Load it there, or choose another with the setting \`model\` of the transcriber openai-compatible: ${others}.`,
    };
  } catch (thrown) {
    return {
      status: 'degraded',
      detail: Problem.of(thrown).detail,
      hint: 'Check that the server runs, and the settings `baseUrl` and `apiKey` of the transcriber openai-compatible.',
    };
  }
}
