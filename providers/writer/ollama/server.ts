import { Problem } from 'chronoscribe';
import { type ChatRequest, Ollama } from 'ollama';
import { z } from 'zod';
import { ContextExceeded, type TokenUsage } from '../model/model.ts';
import { incompleteAnswer, type ModelService, transientFailure } from '../model/service.ts';
import { ModelNotFound, ServerError, serverFetch } from './connection.ts';

export interface Settings {
  readonly model: string;
  readonly baseUrl: string;
  /** Undefined if the server is to be asked. */
  readonly contextTokens?: number | undefined;
  /** The folder of the operator's prompts. */
  readonly prompts?: string | undefined;
  readonly pull: boolean;
  readonly timeoutMs: number;
}

/** One Ollama server with one model. All methods throw a `Problem`, or the reason of the signal once that aborts. */
export interface OllamaServer {
  /** The server's version. */
  version(signal: AbortSignal): Promise<string>;
  /** What the server tells of the model; null if it does not have it. */
  show(signal: AbortSignal): Promise<ShownModel | null>;
  /** Makes the server download the model. `progress` gets the share of the layer being downloaded. */
  pull(signal: AbortSignal, progress: (fraction: number) => void): Promise<void>;
  /**
   * Streams the model's answer.
   *
   * @throws ContextExceeded if the request or the answer is too long
   */
  chat(
    request: Omit<ChatRequest, 'model' | 'stream'>,
    signal: AbortSignal,
    piece: (content: string) => void,
  ): Promise<TokenUsage>;
  /** The problem that the server does not have the model. */
  modelNotFound(): Problem;
}

export interface ShownModel {
  /** In Ollama's terms: `completion`, `vision`. */
  readonly capabilities: readonly string[];
  /** In tokens: what the model's file sets (`num_ctx`), and the most that the model was made for; undefined if not told. */
  readonly contextTokens: { readonly set: number | undefined; readonly most: number | undefined };
}

const version = z.object({ version: z.string() });
/** Servers before 0.6 report no capabilities. */
const shown = z
  .object({
    capabilities: z.array(z.string()).default([]),
    parameters: z.string().catch(''),
    model_info: z.record(z.string(), z.unknown()).catch({}),
  })
  .transform(({ capabilities, parameters, model_info }): ShownModel => {
    const set = /^num_ctx\s+(\d+)$/m.exec(parameters)?.[1];
    const [, most] = Object.entries(model_info).find(([name]) => name.endsWith('.context_length')) ?? [];
    return {
      capabilities,
      contextTokens: { set: set === undefined ? undefined : Number(set), most: z.number().safeParse(most).data },
    };
  });
const chatChunk = z.object({
  message: z.object({ content: z.string() }),
  done: z.boolean(),
  done_reason: z.string().optional(),
  prompt_eval_count: z.number().optional(),
  eval_count: z.number().optional(),
});
const pullChunk = z.object({ status: z.string(), total: z.number().optional(), completed: z.number().optional() });

/** Connects to a server lazily: every call opens its own connection. */
export function ollamaServer({ model, baseUrl, timeoutMs }: Settings): OllamaServer {
  const service: ModelService = {
    name: `Ollama at ${new URL(baseUrl).origin}`,
    model,
    connectionHint: 'Start it with "ollama serve", or correct the writer\'s setting baseUrl.',
    accessHint: "Add the name and password that it asks for to the writer's setting baseUrl.",
  };

  /** Makes a call on its own connection, which is closed afterwards in any case. */
  async function call<T>(signal: AbortSignal, run: (ollama: Ollama) => Promise<T>): Promise<T> {
    signal.throwIfAborted();
    const finished = new AbortController();
    const either = AbortSignal.any([signal, finished.signal]);
    try {
      return await run(new Ollama({ host: baseUrl, fetch: serverFetch(either, { service, timeoutMs }) }));
    } catch (thrown) {
      signal.throwIfAborted();
      throw explain(thrown);
    } finally {
      finished.abort();
    }
  }

  function explain(thrown: unknown): unknown {
    if (thrown instanceof Problem || thrown instanceof ContextExceeded) return thrown;
    if (thrown instanceof ModelNotFound) return modelNotFound();
    if (thrown instanceof ServerError) return transientFailure(service, 'failed while it was answering');
    return incompleteAnswer(service);
  }

  function modelNotFound(): Problem {
    const fix = `Run "ollama pull ${model}", or set pull: true for the writer.`;
    return new Problem('provider-unavailable', {
      detail: `${service.name} does not have the model "${model}". ${fix}`,
    });
  }

  return {
    version: (signal) => call(signal, async (ollama) => version.parse(await ollama.version()).version),

    show: (signal) =>
      call(signal, async (ollama) => {
        try {
          return shown.parse(await ollama.show({ model }));
        } catch (thrown) {
          if (thrown instanceof ModelNotFound) return null;
          throw thrown;
        }
      }),

    pull: (signal, progress) =>
      call(signal, async (ollama) => {
        try {
          for await (const chunk of await ollama.pull({ model, stream: true })) {
            const { total, completed } = pullChunk.parse(chunk);
            if (total !== undefined && total > 0) progress(Math.min(1, (completed ?? 0) / total));
          }
        } catch (thrown) {
          if (!(thrown instanceof ServerError)) throw thrown;
          const fix = "Check its name, and that the machine reaches Ollama's registry.";
          const detail = `Ollama could not pull the model "${model}". ${fix}`;
          throw new Problem('provider-unavailable', { detail, cause: thrown });
        }
      }),

    chat(request, signal, piece) {
      // The package's types lack `truncate`. Without it, Ollama silently drops the oldest messages of a long source.
      const full = { ...request, model, stream: true as const, truncate: false };
      return call(signal, async (ollama) => {
        let usage: TokenUsage = { input: undefined, output: undefined };
        for await (const chunk of await ollama.chat(full)) {
          const { message, done, done_reason, prompt_eval_count, eval_count } = chatChunk.parse(chunk);
          piece(message.content);
          if (done && done_reason === 'length') throw new ContextExceeded();
          if (done) usage = { input: prompt_eval_count, output: eval_count };
        }
        return usage;
      });
    },

    modelNotFound,
  };
}
