import { Problem } from 'chronoscribe';
import { type ChatRequest, Ollama } from 'ollama';
import { z } from 'zod';
import { ContextExceeded } from '../model/model.ts';
import { incompleteAnswer, type ModelService, transientFailure } from '../model/service.ts';
import { ModelNotFound, ServerError, serverFetch } from './connection.ts';

export interface Settings {
  readonly model: string;
  readonly baseUrl: string;
  readonly contextTokens: number;
  readonly pull: boolean;
  readonly timeoutMs: number;
}

const version = z.object({ version: z.string() });
/** Servers before 0.6 do not tell what a model can do. */
const shown = z.object({ capabilities: z.array(z.string()).default([]) });
const chatChunk = z.object({ message: z.object({ content: z.string() }), done: z.boolean(), done_reason: z.string().optional() });
const pullChunk = z.object({ status: z.string(), total: z.number().optional(), completed: z.number().optional() });

/** One Ollama server as this writer uses it. Its methods throw `Problem`s, or the reason of the signal when that is aborted. */
export class OllamaServer {
  readonly #settings: Settings;
  readonly #service: ModelService;

  constructor(settings: Settings) {
    this.#settings = settings;
    this.#service = {
      name: `Ollama at ${new URL(settings.baseUrl).origin}`,
      connectionHint: 'Start it with "ollama serve", or correct baseUrl of the writer.',
      accessHint: 'Give the name and password that it asks for in baseUrl of the writer.',
    };
  }

  /** The server's version. */
  async version(signal: AbortSignal): Promise<string> {
    return this.#ask(signal, async (ollama) => version.parse(await ollama.version()).version);
  }

  /** What the model can do, in Ollama's words (`completion`, `vision`); null where the server does not have it. */
  async capabilities(signal: AbortSignal): Promise<readonly string[] | null> {
    return this.#ask(signal, async (ollama) => {
      try {
        return shown.parse(await ollama.show({ model: this.#settings.model })).capabilities;
      } catch (thrown) {
        if (thrown instanceof ModelNotFound) return null;
        throw thrown;
      }
    });
  }

  /** Lets the server fetch the model; `progress` gets the share of the layer that is being fetched. */
  async pull(signal: AbortSignal, progress: (fraction: number) => void): Promise<void> {
    const { model } = this.#settings;
    await this.#ask(signal, async (ollama) => {
      try {
        for await (const chunk of await ollama.pull({ model, stream: true })) {
          const { total, completed } = pullChunk.parse(chunk);
          if (total !== undefined && total > 0) progress(Math.min(1, (completed ?? 0) / total));
        }
      } catch (thrown) {
        if (!(thrown instanceof ServerError)) throw thrown;
        const detail = `Ollama could not pull the model "${model}". Check its name, and that the machine reaches Ollama's registry.`;
        throw new Problem('provider-unavailable', { detail, cause: thrown });
      }
    });
  }

  /** Gives the model's answer piece by piece. Throws `ContextExceeded` where the source or the answer is too long. */
  async chat(
    request: Omit<ChatRequest, 'model' | 'stream'>,
    signal: AbortSignal,
    piece: (content: string) => void,
  ): Promise<void> {
    // The package does not know `truncate` yet. Without it, Ollama silently drops the oldest messages of a long source.
    const full = { ...request, model: this.#settings.model, stream: true as const, truncate: false };
    await this.#ask(signal, async (ollama) => {
      for await (const chunk of await ollama.chat(full)) {
        const { message, done, done_reason } = chatChunk.parse(chunk);
        piece(message.content);
        if (done && done_reason === 'length') throw new ContextExceeded();
      }
    });
  }

  /** The server does not have the model, and it is not to be pulled. */
  missing(): Problem {
    const { model } = this.#settings;
    return new Problem('provider-unavailable', {
      detail: `${this.#service.name} does not have the model "${model}". Run "ollama pull ${model}", or set pull: true for the writer.`,
    });
  }

  /** Runs a call on a connection of its own, which is closed afterwards however the call ends. */
  async #ask<T>(signal: AbortSignal, call: (ollama: Ollama) => Promise<T>): Promise<T> {
    signal.throwIfAborted();
    const finished = new AbortController();
    const either = AbortSignal.any([signal, finished.signal]);
    const options = { service: this.#service, timeoutMs: this.#settings.timeoutMs };
    try {
      return await call(new Ollama({ host: this.#settings.baseUrl, fetch: serverFetch(either, options) }));
    } catch (thrown) {
      signal.throwIfAborted();
      throw this.#understood(thrown);
    } finally {
      finished.abort();
    }
  }

  #understood(thrown: unknown): unknown {
    if (thrown instanceof Problem || thrown instanceof ContextExceeded) return thrown;
    if (thrown instanceof ModelNotFound) return this.missing();
    if (thrown instanceof ServerError) return transientFailure(this.#service, 'failed while it was answering');
    return incompleteAnswer(this.#service);
  }
}
