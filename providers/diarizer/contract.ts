/** **Stable**: the tests that every diarizer passes. */

import type { DiarizeOptions, Diarizer } from 'chronoscribe/kinds/diarizer';
import type { Recording } from 'chronoscribe/kinds/transcriber';
import { temporaryFolder } from 'chronoscribe/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

/** A provider of `Diarizer` for the suite, with its test data. */
export interface DiarizerUnderTest {
  readonly diarizer: Diarizer;
  /** A recording with speech. */
  readonly speech: Recording;
  close(): Promise<void>;
}

/**
 * Registers tests that a provider keeps the promises of `Diarizer`.
 *
 * @param name for the test report
 * @param open starts the provider; called once
 *
 * @example
 * ```ts
 * diarizerContract('mine', async () => ({ diarizer: await startMine(), speech, close: async () => {} }));
 * ```
 */
export function diarizerContract(name: string, open: () => Promise<DiarizerUnderTest>): void {
  describe(`the diarizer ${name}`, () => {
    let subject: DiarizerUnderTest;
    let folder: Awaited<ReturnType<typeof temporaryFolder>>;
    beforeAll(async () => {
      [subject, folder] = await Promise.all([open(), temporaryFolder()]);
    });
    afterAll(async () => {
      await subject?.close();
      await folder.remove();
    });

    test('gives turns in order and within the recording, as plain JSON', async () => {
      const { diarizer, speech } = subject;
      const turns = await diarizer.diarize(speech, options());
      expect(JSON.parse(JSON.stringify(turns))).toEqual(turns);
      const starts = turns.map(({ startMs }) => startMs);
      expect(starts).toEqual(starts.toSorted((one, other) => one - other));
      for (const { startMs, endMs, speaker } of turns) {
        expect(startMs).toBeGreaterThanOrEqual(0);
        expect(endMs).toBeGreaterThanOrEqual(startMs);
        expect(endMs).toBeLessThanOrEqual(speech.durationMs);
        expect(speaker).not.toBe('');
      }
    });

    test('hears no more voices than are expected', async () => {
      const turns = await subject.diarizer.diarize(subject.speech, { ...options(), speakers: 1 });
      expect(new Set(turns.map(({ speaker }) => speaker)).size).toBeLessThanOrEqual(1);
    });

    test('shows progress that never falls, within 0 and 1', async () => {
      const shown: number[] = [];
      const progress = (fraction: number) => void shown.push(fraction);
      await subject.diarizer.diarize(subject.speech, { ...options(), progress });
      expect(shown).toEqual(shown.toSorted((one, other) => one - other));
      expect(shown.every((fraction) => fraction >= 0 && fraction <= 1)).toBe(true);
    });

    test('does not begin when it is told to stop beforehand', async () => {
      const reason = new Error('the user cancelled');
      const outcome = subject.diarizer.diarize(subject.speech, { ...options(), signal: AbortSignal.abort(reason) });
      await expect(outcome).rejects.toBe(reason);
    });
  });
}

function options(): DiarizeOptions {
  return { signal: new AbortController().signal, progress: () => {} };
}
