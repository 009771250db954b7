import type { SourceImage } from 'chronoscribe/kinds/writer';
import type { z } from 'zod';
import type { Prompts } from './prompts.ts';

/** A request to a model. */
export interface ModelRequest {
  /** Instructions by us and the operator. Never contains text of a client or of the source. */
  readonly system: string;
  /** The one message of the user: the client's prompt, the lines of the source, and its facts. */
  readonly text: string;
  /** Those that the message names, in their order. */
  readonly images: readonly SourceImage[];
  /** Schema of the answer. */
  readonly jsonSchema: z.core.JSONSchema.JSONSchema;
}

/** A model on a server. */
export interface Model {
  /** Who serves it, in the words of OpenTelemetry's conventions: `openai`, `anthropic`, `ollama`. */
  readonly provider: string;
  /** Name for error messages, such as `llama3.1:8b`. */
  readonly name: string;
  /** What it is told. */
  readonly prompts: Prompts;
  /** Tokens that request and answer may have together. */
  readonly contextTokens: number;
  /** Tokens reserved for the answer. */
  readonly answerTokens: number;
  /**
   * Sends a request and streams its answer, which is JSON.
   *
   * @param signal aborts the request
   * @param piece called with each piece of the answer
   * @throws ContextExceeded if request or answer are too long
   * @throws Problem if the server cannot be reached, refuses, or answers something unusable; the reason of `signal`
   */
  ask(question: ModelRequest, signal: AbortSignal, piece: (json: string) => void): Promise<TokenUsage>;
}

/** What a request cost, as the server counts; undefined if it does not say. */
export interface TokenUsage {
  readonly input: number | undefined;
  readonly output: number | undefined;
}

/** The request or its answer exceeds the model's context. The caller divides the source further. */
export class ContextExceeded extends Error {
  override readonly name = 'ContextExceeded';
}
