import type { Utterance } from 'chronoscribe/kinds/transcriber';

/** What a recogniser wrote, understood. Times and texts are as it wrote them. */
export interface Heard {
  readonly utterances: readonly Utterance[];
  /** BCP 47; null where the format does not say. */
  readonly language: string | null;
  /** The model's name; null where the format does not say. */
  readonly model: string | null;
}
