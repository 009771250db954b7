import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod';
import { startVendorServer, type VendorAnswer, type VendorRequest, type VendorServer } from './vendor-server.ts';

/** One turn as AssemblyAI answers it; times in milliseconds. */
interface ScriptedUtterance {
  readonly speaker: string;
  readonly start: number;
  readonly end: number;
  readonly text: string;
  readonly confidence: number;
}

export interface AssemblyAiScript {
  /** What is heard in every recording that is not silent. */
  readonly utterances: readonly ScriptedUtterance[];
  /** How many questions are answered `queued`, and then `processing`, before the text is there. */
  readonly queuedPolls: number;
  processingPolls(sound: Buffer): number;
  /** Milliseconds between taking an order and answering it. */
  readonly orderMs: number;
  /** The code that language detection finds. */
  readonly detectedLanguage: string;
  /** True: speakers are not told apart though that was ordered, so there is only text. */
  readonly withoutSpeakers: boolean;
  /** Set: every job ends with this error. */
  readonly error?: string | undefined;
}

export interface AssemblyAiDouble extends VendorServer {
  readonly apiKey: string;
  /** Changes what happens from now on. */
  script(changes: Partial<AssemblyAiScript>): void;
  /** The jobs that it holds, deleted ones too. */
  readonly jobs: readonly Job[];
  /** The recordings that it holds. */
  readonly uploads: ReadonlyMap<string, Buffer>;
}

interface Job {
  readonly id: string;
  readonly order: z.output<typeof order>;
  polls: number;
  deleted: boolean;
}

const firstScript: AssemblyAiScript = {
  utterances: [
    { speaker: 'A', start: 240, end: 1890, text: 'What brings you in today?', confidence: 0.97 },
    { speaker: 'B', start: 2100, end: 4980, text: 'My lower back has hurt since Tuesday.', confidence: 0.93 },
  ],
  queuedPolls: 1,
  processingPolls: () => 1,
  orderMs: 0,
  withoutSpeakers: false,
  detectedLanguage: 'en_us',
};

const order = z.object({
  audio_url: z.string(),
  speaker_labels: z.boolean().optional(),
  speakers_expected: z.int().min(1).max(10).optional(),
  language_code: z.string().optional(),
  language_detection: z.boolean().optional(),
  keyterms_prompt: z.array(z.string()).max(1000).optional(),
  speech_models: z.array(z.string()).optional(),
});

/**
 * Stands for AssemblyAI: `POST /v2/upload`, `POST /v2/transcript`, `GET /v2/transcript`, `GET` and `DELETE
 * /v2/transcript/{id}` as
 * assemblyai.com/docs/api-reference describes them. It hears what the script says, and nothing in a recording of zeros.
 */
export async function startAssemblyAi(changes: Partial<AssemblyAiScript> = {}): Promise<AssemblyAiDouble> {
  const apiKey = 'double-0123456789';
  const uploads = new Map<string, Buffer>();
  const jobs: Job[] = [];
  let script = { ...firstScript, ...changes };

  const server = await startVendorServer((request) => {
    if (request.headers.authorization !== apiKey)
      return refused(401, 'Authentication error, API token missing/invalid');
    return answer(request);
  });

  function answer({ method, path, body }: VendorRequest): VendorAnswer | Promise<VendorAnswer> {
    if (method === 'POST' && path === '/v2/upload') return { json: { upload_url: keep(body) } };
    if (method === 'POST' && path === '/v2/transcript') return take(body);
    if (method === 'GET' && path === '/v2/transcript') return { json: { page_details: { limit: 1 }, transcripts: [] } };
    const job = jobs.find(({ id }) => path === `/v2/transcript/${id}`);
    if (job === undefined) return refused(400, 'Transcript lookup error, transcript id not found');
    if (method === 'GET') return look(job);
    if (method === 'DELETE') return erase(job);
    return refused(405, 'Method Not Allowed');
  }

  function keep(sound: Buffer): string {
    const address = `https://cdn.assemblyai.com/upload/${randomUUID()}`;
    uploads.set(address, sound);
    return address;
  }

  async function take(body: Buffer): Promise<VendorAnswer> {
    const parsed = order.safeParse(JSON.parse(body.toString()));
    if (!parsed.success) return refused(400, 'Invalid endpoint schema, please refer to documentation for examples.');
    const { audio_url, language_code, language_detection } = parsed.data;
    if (!uploads.has(audio_url)) return refused(400, 'Cannot access uploaded file');
    if (language_code !== undefined && language_detection) {
      return refused(400, 'The language_code and language_detection parameters cannot be used together.');
    }
    if (language_code === 'tlh') return refused(400, 'language_code `tlh` is not supported');
    const job = { id: randomUUID(), order: parsed.data, polls: 0, deleted: false };
    jobs.push(job);
    await wait(script.orderMs);
    return { json: described(job, { status: 'queued' }) };
  }

  function look(job: Job): VendorAnswer {
    job.polls += 1;
    if (job.deleted) return { json: described(job, { status: 'completed', text: 'Deleted by user.' }) };
    if (job.polls <= script.queuedPolls) return { json: described(job, { status: 'queued' }) };
    const sound = uploads.get(job.order.audio_url) ?? Buffer.alloc(0);
    if (job.polls <= script.queuedPolls + script.processingPolls(sound))
      return { json: described(job, { status: 'processing' }) };
    return { json: described(job, outcome(job, sound)) };
  }

  function outcome({ order }: Job, sound: Buffer): object {
    if (script.error !== undefined) return { status: 'error', error: script.error };
    const silent = isSilent(sound);
    if (silent && order.language_detection) {
      return { status: 'error', error: 'language_detection cannot be performed on files with no spoken audio.' };
    }
    const utterances = silent ? [] : script.utterances;
    return {
      status: 'completed',
      language_code: order.language_code ?? script.detectedLanguage,
      speech_model_used: 'universal-2',
      text: utterances.map(({ text }) => text).join(' '),
      utterances:
        order.speaker_labels && !script.withoutSpeakers
          ? utterances.map((utterance) => ({ ...utterance, words: wordsOf(utterance) }))
          : null,
    };
  }

  function erase(job: Job): VendorAnswer {
    job.deleted = true;
    uploads.delete(job.order.audio_url);
    return {
      json: described(job, { status: 'completed', text: 'Deleted by user.', audio_url: 'http://deleted_by_user' }),
    };
  }

  return {
    ...server,
    apiKey,
    uploads,
    jobs,
    script(more) {
      script = { ...script, ...more };
    },
    async reset() {
      await server.reset();
      uploads.clear();
      jobs.length = 0;
      script = { ...firstScript, ...changes };
    },
  };
}

/** Its words, which take turns of equal length. */
function wordsOf({ start, end, text, confidence, speaker }: ScriptedUtterance): readonly object[] {
  const words = text.split(' ');
  const lasts = (end - start) / words.length;
  const at = (index: number) => Math.round(start + index * lasts);
  return words.map((word, index) => ({ text: word, start: at(index), end: at(index + 1), confidence, speaker }));
}

/** The members that every answer about a job has, with `more`. */
function described({ id, order }: Job, more: object): object {
  return {
    id,
    language_model: 'assemblyai_default',
    acoustic_model: 'assemblyai_default',
    utterances: null,
    text: null,
    ...order,
    ...more,
  };
}

function refused(status: number, error: string): VendorAnswer {
  return { status, json: { error } };
}

/** A WAV whose samples, behind a header of 44 bytes, are all zero. */
function isSilent(sound: Buffer): boolean {
  return sound.subarray(44).every((byte) => byte === 0);
}
