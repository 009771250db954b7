import type { Health } from 'chronoscribe';
import type { Transcriber } from 'chronoscribe/kinds/transcriber';

/** A transcriber as its own provider sees it: one that can say whether it is ready. */
export interface CheckedTranscriber extends Transcriber {
  /** Never `failed`: without a transcriber the host still serves transcripts. */
  health(): Promise<Health>;
}
