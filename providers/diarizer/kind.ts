/** **Stable**: what a provider implements that tells voices apart. Its suite: `chronoscribe/contracts/diarizer`. */

import { defineKind } from 'chronoscribe';
import type { Recording, SpeakerTurn } from 'chronoscribe/kinds/transcriber';

export { withSpeakers } from './speakers.ts';

/** How many voices to expect, and how the work is followed. */
export interface DiarizeOptions {
  /** The expected number of speakers; undefined: to be detected. */
  readonly speakers?: number | undefined;
  /** Aborts the work; `diarize` then rejects with its reason. */
  readonly signal: AbortSignal;
  /** Called with the completed share, 0 to 1, never decreasing. */
  progress(fraction: number): void;
}

/**
 * Tells the voices of a recording apart, for transcribers that do not.
 *
 * @example
 * ```ts
 * const diarizer: Diarizer = {
 *   diarize: async ({ durationMs }) => [{ startMs: 0, endMs: durationMs, speaker: 'Speaker 1' }],
 * };
 * ```
 */
export interface Diarizer {
  /**
   * Finds who speaks when.
   *
   * @param recording the sound; the file is read, never changed
   * @returns the turns in order of `startMs`, within the recording, of at most `speakers` voices, as plain JSON; those of
   *   two voices may overlap. Empty if nobody speaks, or if voices are not to be told apart
   * @throws Problem `provider-unavailable` if a model or service is missing; the detail says which and how to fix it;
   *   `provider-failed` for an unusable answer; the reason of `options.signal` when that aborts
   */
  diarize(recording: Recording, options: DiarizeOptions): Promise<readonly SpeakerTurn[]>;
}

export const Diarizer = defineKind<Diarizer>('diarizer', { diarize: 'function' });
