import { stat } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import type { TranscriptLanguageCode, TranscriptParams } from 'assemblyai';
import { type Logger, monotonicProgress, Problem } from 'chronoscribe';
import type { Recording, TranscribeOptions, Transcription } from 'chronoscribe/kinds/transcriber';
import { utteranceOfTurn } from '../heard-segments.ts';
import { malformedAnswer } from '../service.ts';
import { tidyUtterances } from '../utterances.ts';
import type { AssemblyAiClient, CompletedJob, Job } from './client.ts';
import { requestName, safeMessage } from './faults.ts';

export interface Work {
  readonly client: AssemblyAiClient;
  readonly baseUrl: string;
  /** Time between two polls of a job. */
  readonly pollMs: number;
  /** Words to expect. */
  readonly vocabulary: readonly string[];
  readonly log: Logger;
}

/** The share of the progress that is the upload: AssemblyAI reports no progress of a job. */
const uploadedShare = 0.5;
const processingShare = 0.6;

/** The most speakers that AssemblyAI tells apart. */
const mostSpeakers = 10;

/** How long a cancellation waits for the job to be deleted there. */
const cleanupMs = 2000;

/**
 * Uploads a recording, waits for its text, and deletes both at AssemblyAI if possible, also after a failure. The job and
 * its text are checkpoints: what is repeated asks for the job, unless an earlier attempt has deleted it.
 */
export async function transcribe(work: Work, recording: Recording, options: TranscribeOptions): Promise<Transcription> {
  const { client, vocabulary } = work;
  const { signal, checkpoint = (_key, once) => once() } = options;
  signal.throwIfAborted();
  const progress = monotonicProgress(options.progress);
  const { audio_url: _address, ...settings } = order('', options, vocabulary);
  for (let attempt = 1; ; attempt += 1) {
    const key = (part: string) => JSON.stringify(['assemblyai', work.baseUrl, settings, part, attempt]);
    let submitted: string | undefined;
    const id = await checkpoint(key('job'), async () => {
      const address = await upload(client, recording, signal, progress);
      signal.throwIfAborted();
      // A request that creates a job is not aborted: the job would continue there under an unknown id.
      submitted = await client.submit(order(address, options, vocabulary), delayed(signal, cleanupMs));
      return submitted;
    }).catch(async (thrown: unknown) => {
      if (submitted !== undefined) await deleteAbandoned(work, submitted);
      throw thrown;
    });
    let job: CompletedJob;
    try {
      job = await checkpoint(key('text'), () => pollJob(work, id, signal, progress));
    } catch (thrown) {
      const isOver = thrown instanceof Problem && thrown.code === 'provider-failed';
      // It had failed, or was deleted, before this attempt.
      if (isOver && submitted === undefined) continue;
      if (options.checkpoint === undefined || !goesOn(thrown)) await deleteAbandoned(work, id);
      throw thrown;
    }
    const warnings = await deleteOrWarn(client, id, signal);
    progress(1);
    return {
      language: job.language_code ? languageTag(job.language_code) : null,
      utterances: tidyUtterances((job.utterances ?? []).map(utteranceOfTurn), recording.durationMs),
      engine: { provider: 'assemblyai', model: job.speech_model_used ?? null, version: null },
      warnings,
    };
  }
}

async function upload(
  client: AssemblyAiClient,
  { path }: Recording,
  signal: AbortSignal,
  progress: (fraction: number) => void,
): Promise<string> {
  const { size } = await stat(path);
  let sent = 0;
  return client.upload(path, signal, (bytes) => {
    sent += bytes;
    progress((sent / size) * uploadedShare);
  });
}

function order(
  address: string,
  { language, speakers }: TranscribeOptions,
  vocabulary: readonly string[],
): TranscriptParams {
  return {
    audio_url: address,
    speaker_labels: true,
    ...(language === undefined ? { language_detection: true } : { language_code: vendorLanguage(language) }),
    // The models that know the words; the second is for languages that the first does not know.
    ...(vocabulary.length > 0 && {
      keyterms_prompt: [...vocabulary],
      speech_models: ['universal-3-pro', 'universal-2'],
    }),
    ...(speakers !== undefined && { speakers_expected: Math.min(speakers, mostSpeakers) }),
  };
}

async function pollJob(
  { client, pollMs }: Work,
  id: string,
  signal: AbortSignal,
  progress: (fraction: number) => void,
): Promise<CompletedJob> {
  for (;;) {
    await wait(pollMs, undefined, { signal }).catch(() => signal.throwIfAborted());
    const job: Job = await client.find(id, signal);
    switch (job.status) {
      case 'queued':
        progress(uploadedShare);
        break;
      case 'processing':
        progress(processingShare);
        break;
      case 'error':
        return silenceOrThrow(job.error);
      case 'completed':
        // Text without utterances must not be lost silently.
        if (job.utterances === null && job.text) throw malformedAnswer(requestName('a question after the text'));
        return job;
      default:
        job satisfies never;
    }
  }
}

/** AssemblyAI reports an error for silence, because it cannot detect a language. Here it means that nobody speaks. */
function silenceOrThrow(error: string): CompletedJob {
  if (/no spoken audio/i.test(error)) return { status: 'completed', utterances: [] };
  throw new Problem('provider-failed', {
    detail: `AssemblyAI could not transcribe the recording: ${safeMessage(error)}`,
  });
}

/** Whether another attempt will ask for the job. */
function goesOn(thrown: unknown): boolean {
  return thrown instanceof Problem && (thrown.transient || thrown.code === 'stopping');
}

async function deleteAbandoned({ client, log }: Work, id: string): Promise<void> {
  try {
    await client.delete(id, AbortSignal.timeout(cleanupMs));
  } catch (thrown) {
    const fault = thrown instanceof Problem ? thrown.detail : `no answer within ${cleanupMs} ms`;
    log.warn({ job: id, fault }, 'a job was left at AssemblyAI');
  }
}

/** A signal that aborts `ms` after another, with the same reason. */
function delayed(signal: AbortSignal, ms: number): AbortSignal {
  const late = new AbortController();
  signal.addEventListener('abort', () => setTimeout(() => late.abort(signal.reason), ms).unref(), { once: true });
  return late.signal;
}

async function deleteOrWarn(client: AssemblyAiClient, id: string, signal: AbortSignal): Promise<readonly string[]> {
  try {
    await client.delete(id, signal);
    return [];
  } catch (thrown) {
    signal.throwIfAborted();
    return [`AssemblyAI still holds this transcript as ${id}: ${Problem.of(thrown).detail} Delete it there by hand.`];
  }
}

/**
 * AssemblyAI's codes for BCP 47 tags with a region that it distinguishes; other languages have no region (`pt-BR` is
 * `pt`).
 */
const regional: Readonly<Record<string, TranscriptLanguageCode>> = {
  'en-US': 'en_us',
  'en-GB': 'en_uk',
  'en-AU': 'en_au',
  'de-CH': 'de_ch',
};

/** `en_uk` for `en-GB`. */
export function vendorLanguage(tag: string): string {
  const canonical = canonicalTag(tag);
  return regional[canonical] ?? canonical.split('-')[0] ?? canonical;
}

/** `en-GB` for `en_uk`. */
export function languageTag(code: string): string {
  const known = Object.entries(regional).find(([, vendors]) => vendors === code);
  return known?.[0] ?? canonicalTag(code);
}

function canonicalTag(tag: string): string {
  try {
    return new Intl.Locale(tag.replaceAll('_', '-')).toString();
  } catch {
    // Not a language tag; the vendor rejects it.
    return tag.toLowerCase();
  }
}
