import { setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod';
import { startVendorServer, type VendorAnswer, type VendorRequest, type VendorServer } from './vendor-server.ts';

/** One stretch of sound, as the double hears it. */
export interface HeardStretch {
  /** Seconds. */
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

export interface OpenAiAudioScript {
  /** What is said in one stretch of sound after another, from the first again where they are more. */
  readonly texts: readonly string[];
  /** The text of a stretch, by its samples; instead of `texts`. */
  readonly hear?: (samples: Buffer) => string;
  /** Laid over each segment of `verbose_json` and `diarized_json`. */
  segment(heard: HeardStretch, index: number): object;
  /** Laid over the whole answer. */
  readonly answer: object;
  /** Milliseconds that it listens to a recording. */
  listeningMs(sound: Buffer): number;
  /** Whether an order of words is refused, or not heeded, as other servers do. */
  readonly refusesWords: boolean;
  readonly ignoresWords: boolean;
  /** What is answered at `GET /v1/models`; null where the server has no such list. */
  readonly models: readonly string[] | null;
}

export interface OpenAiAudioDouble extends VendorServer {
  /** Ends with `/v1`. */
  readonly baseUrl: string;
  readonly apiKey: string;
  /** Changes what happens from now on. */
  script(changes: Partial<OpenAiAudioScript>): void;
  /** The forms that arrived, each with the samples of its recording. */
  readonly orders: readonly { readonly fields: Readonly<Record<string, string | undefined>>; readonly sound: Buffer }[];
}

const knownModels = ['whisper-1', 'gpt-4o-transcribe', 'gpt-4o-transcribe-diarize'];
const largestFile = 25 * 1024 ** 2;
const diarizedAtOnceSeconds = 30;

const firstScript: OpenAiAudioScript = {
  texts: [' What brings you in today?', ' My lower back has hurt since Tuesday.'],
  segment: () => ({}),
  answer: {},
  listeningMs: () => 0,
  refusesWords: false,
  ignoresWords: false,
  models: knownModels,
};

const order = z.object({
  file: z.instanceof(File),
  model: z.string(),
  response_format: z.enum(['json', 'text', 'srt', 'vtt', 'verbose_json', 'diarized_json']),
  'timestamp_granularities[]': z.array(z.enum(['word', 'segment'])),
  language: z.string().optional(),
  prompt: z.string().optional(),
  chunking_strategy: z.string().optional(),
});

/**
 * Stands for OpenAI's `POST /v1/audio/transcriptions` and `GET /v1/models`, as developers.openai.com/api/reference
 * describes
 * them. It hears each stretch of sound between two silences as what the script says, and in a recording of zeros what
 * Whisper is
 * known to hear there.
 */
export async function startOpenAiAudio(changes: Partial<OpenAiAudioScript> = {}): Promise<OpenAiAudioDouble> {
  const apiKey = 'sk-double-0123456789';
  const orders: { fields: Readonly<Record<string, string | undefined>>; sound: Buffer }[] = [];
  let script = { ...firstScript, ...changes };

  const server = await startVendorServer((request) => {
    const { method, path, headers } = request;
    if (headers.authorization !== `Bearer ${apiKey}`) {
      return refused(401, `Incorrect API key provided: ${headers.authorization}.`, 'invalid_api_key');
    }
    if (method === 'GET' && path === '/v1/models' && script.models !== null) {
      return {
        json: { object: 'list', data: script.models.map((id) => ({ id, object: 'model', owned_by: 'double' })) },
      };
    }
    if (method === 'POST' && path === '/v1/audio/transcriptions') return take(request);
    return refused(404, `Invalid URL (${method} ${path})`);
  });

  async function take({ headers, body }: VendorRequest): Promise<VendorAnswer> {
    const form = await new Response(new Uint8Array(body), {
      headers: { 'content-type': headers['content-type'] ?? '' },
    }).formData();
    const granularities = 'timestamp_granularities[]';
    const parsed = order.safeParse({ ...Object.fromEntries(form), [granularities]: form.getAll(granularities) });
    if (!parsed.success) return refused(400, z.prettifyError(parsed.error));
    const { file, [granularities]: wanted, ...others } = parsed.data;
    if (script.refusesWords && wanted.includes('word')) return refused(400, 'Unknown value: word');
    const fields = { ...others, ...(wanted.length > 0 && { [granularities]: wanted.join() }) };
    if (file.size > largestFile) return refused(413, 'Maximum content size limit (26214400) exceeded');
    const wav = Buffer.from(await file.arrayBuffer());
    if (
      !file.name.endsWith('.wav') ||
      wav.toString('latin1', 0, 4) !== 'RIFF' ||
      wav.readUInt32LE(40) !== wav.length - 44
    ) {
      return refused(400, 'Invalid file format.');
    }
    const sound = wav.subarray(44);
    const fault = misfit(fields, sound.length / 32_000);
    if (fault !== undefined) return fault;
    orders.push({ fields, sound });
    await wait(script.listeningMs(sound), undefined, { ref: false });
    const heard = heardIn(sound);
    const words = wanted.includes('word') && !script.ignoresWords ? { words: heard.flatMap(wordsOf) } : {};
    const answer = answered(fields.response_format, heard, sound.length / 32_000);
    return { json: { ...answer, ...words, ...script.answer } };
  }

  function answered(format: string, heard: readonly HeardStretch[], duration: number): object {
    const text = heard
      .map((each) => each.text)
      .join('')
      .trim();
    if (format === 'json') return { text, usage: { type: 'duration', seconds: duration } };
    const segments = heard.map((stretch, index) =>
      format === 'diarized_json'
        ? {
            type: 'transcript.text.segment',
            id: `seg_${index}`,
            ...stretch,
            speaker: index % 2 === 0 ? 'A' : 'B',
            ...script.segment(stretch, index),
          }
        : {
            id: index,
            seek: 0,
            ...stretch,
            tokens: [50364],
            temperature: 0,
            ...likely,
            ...script.segment(stretch, index),
          },
    );
    return { task: 'transcribe', ...(format === 'verbose_json' && { language: 'english' }), duration, text, segments };
  }

  function heardIn(sound: Buffer): readonly HeardStretch[] {
    const stretches = soundIn(sound);
    if (stretches.length === 0) return [{ start: 0, end: sound.length / 32_000, text: ' Thank you for watching!' }];
    const { hear, texts } = script;
    return stretches.map((stretch, index) => ({
      ...stretch,
      text: hear
        ? hear(sound.subarray(stretch.start * 32_000, stretch.end * 32_000))
        : (texts[index % texts.length] ?? ''),
    }));
  }

  return {
    ...server,
    baseUrl: `${server.url}/v1`,
    apiKey,
    orders,
    script(more) {
      script = { ...script, ...more };
    },
    async reset() {
      await server.reset();
      orders.length = 0;
      script = { ...firstScript, ...changes };
    },
  };
}

/** Scores of clear speech. */
const likely = { avg_logprob: -0.25, compression_ratio: 1.2, no_speech_prob: 0.02 };

/** The words of a stretch, which take turns of equal length. Their marks are left out, as OpenAI does. */
function wordsOf({ start, end, text }: HeardStretch): readonly object[] {
  const words = text.trim().split(/\s+/);
  const lasts = (end - start) / words.length;
  return words.map((word, at) => ({
    ...{ word: word.replace(/[.,?!]/g, ''), start: start + at * lasts, end: start + (at + 1) * lasts },
  }));
}

/** What OpenAI refuses though each field is well-formed. */
function misfit(
  {
    model,
    response_format,
    language,
    chunking_strategy,
  }: Omit<z.output<typeof order>, 'file' | 'timestamp_granularities[]'>,
  seconds: number,
): VendorAnswer | undefined {
  if (!knownModels.includes(model)) {
    return refused(404, `The model '${model}' does not exist or you do not have access to it.`, 'model_not_found');
  }
  const takes =
    model === 'whisper-1' ? ['json', 'verbose_json'] : model.endsWith('diarize') ? ['json', 'diarized_json'] : ['json'];
  if (!takes.includes(response_format)) {
    return refused(
      400,
      `response_format '${response_format}' is not compatible with model '${model}'. Use 'json' or 'text' instead.`,
    );
  }
  if (model.endsWith('diarize') && seconds > diarizedAtOnceSeconds && chunking_strategy === undefined) {
    return refused(400, 'chunking_strategy is required for diarization models');
  }
  if (language !== undefined && !/^(en|de|fr|pt)$/.test(language)) {
    return refused(
      400,
      `Invalid language '${language}'. Language parameter must be specified in ISO-639-1 or ISO-639-3 format.`,
    );
  }
  return undefined;
}

function refused(status: number, message: string, code: string | null = null): VendorAnswer {
  return { status, json: { error: { message, type: 'invalid_request_error', param: null, code } } };
}

/** The stretches of samples that are not zero, in seconds; a pause has at least 100 ms. */
function soundIn(sound: Buffer): readonly { readonly start: number; readonly end: number }[] {
  const stretches: { start: number; end: number }[] = [];
  for (let at = 0; at + 320 <= sound.length; at += 320) {
    if (sound.subarray(at, at + 320).every((byte) => byte === 0)) continue;
    const start = at / 32_000;
    const last = stretches.at(-1);
    if (last !== undefined && start - last.end < 0.1) last.end = start + 0.01;
    else stretches.push({ start, end: start + 0.01 });
  }
  return stretches;
}
