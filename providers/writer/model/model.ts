import type { SourceImage } from 'chronoscribe/kinds/writer';
import type { z } from 'zod';

/** A message to a model: a piece of the client's or of the source, with the picture that it is about. */
export interface UserMessage {
  readonly text: string;
  readonly image: SourceImage | null;
}

/** What a model is asked. */
export interface ModelRequest {
  /** Our own words and the operator's, and no others. */
  readonly system: string;
  /** Each piece of the client's or of the source is a message of its own. */
  readonly messages: readonly UserMessage[];
  /** The form of the answer. */
  readonly jsonSchema: z.core.JSONSchema.JSONSchema;
}

/** A model on somebody's server, as a draft asks it. */
export interface Model {
  /** `llama3.1:8b`; for the problems of a draft. */
  readonly name: string;
  /** How many tokens question and answer may have together. */
  readonly contextTokens: number;
  /** How many of them are kept for the answer. */
  readonly answerTokens: number;
  /**
   * Asks for an answer in JSON and gives it piece by piece. A server that cannot be reached, refuses or answers nonsense is a `Problem`; the reason of
   * the signal is thrown when that aborts.
   *
   * @throws ContextExceeded where question or answer are too long
   */
  ask(question: ModelRequest, signal: AbortSignal, piece: (json: string) => void): Promise<void>;
}

/** The source or the answer to it did not fit into the model's context. Whoever asked divides the source further. */
export class ContextExceeded extends Error {
  override readonly name = 'ContextExceeded';
}
