import { openAsBlob } from 'node:fs';
import { defineProvider, Problem } from 'chronoscribe';
import { Transcriber } from 'chronoscribe/kinds/transcriber';
import { z } from 'zod';

const name = '__NAME__';

/** The answer of the service; times in seconds. Change it to match yours. */
const Answer = z.object({
  language: z.string().nullable(),
  utterances: z.array(
    z.object({ speaker: z.string().min(1).nullable(), start: z.number(), end: z.number(), text: z.string() }),
  ),
});

/** Sends recordings to your service, which answers with a transcript. */
export default defineProvider({
  kind: Transcriber,
  name,
  config: z.strictObject({
    url: z.url({ protocol: /^https?$/ }).describe('the address that accepts a WAV file by POST'),
  }),
  create: ({ config: { url } }) => ({
    async transcribe({ path, durationMs }, { signal, progress }) {
      signal.throwIfAborted();
      const { language, utterances } = await ask(url, await openAsBlob(path, { type: 'audio/wav' }), signal);
      const milliseconds = (seconds: number) => Math.min(Math.max(Math.round(seconds * 1000), 0), durationMs);
      progress(1);
      return {
        language,
        utterances: utterances
          .map(({ speaker, start, end, text }) => ({
            speaker,
            startMs: milliseconds(start),
            endMs: milliseconds(Math.max(start, end)),
            text: text.trim(),
            confidence: null,
          }))
          .filter(({ text }) => text !== '')
          .toSorted((one, other) => one.startMs - other.startMs),
        engine: { provider: name, model: null, version: null },
        warnings: [],
      };
    },
  }),
});

async function ask(url: string, sound: Blob, signal: AbortSignal): Promise<z.output<typeof Answer>> {
  const response = await fetch(url, { method: 'POST', body: sound, signal }).catch((cause: unknown) => {
    signal.throwIfAborted();
    const detail = `The transcriber ${name} cannot be reached at ${url}. See that it runs and that "url" is right.`;
    throw new Problem('provider-unavailable', { detail, transient: true, cause });
  });
  if (!response.ok) {
    const detail = `The transcriber ${name} refused the recording with status ${response.status}.`;
    throw new Problem('provider-unavailable', { detail, transient: response.status >= 500 || response.status === 429 });
  }
  try {
    return Answer.parse(await response.json());
  } catch (cause) {
    signal.throwIfAborted();
    throw new Problem('provider-failed', {
      detail: `The transcriber ${name} sent an answer that is not a transcript.`,
      cause,
    });
  }
}
