/** **Stable**: the tests that every punctuator passes. */

import type { PunctuateOptions, Punctuator, SaidText } from 'chronoscribe/kinds/punctuator';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

/** A provider of `Punctuator` for the suite, which punctuates English recordings. */
export interface PunctuatorUnderTest {
  readonly punctuator: Punctuator;
  close(): Promise<void>;
}

const turns = ['do you', 'have any pain', 'no i do not', 'the mri  of 2024 was naïve'];
const said = (count: number): SaidText[] =>
  Array.from({ length: count }, (_, at) => ({
    speaker: at % 4 === 2 ? 'Speaker 2' : 'Speaker 1',
    text: turns[at % turns.length] ?? '',
  }));

const options: PunctuateOptions = { language: 'en-GB', from: 'recording', signal: new AbortController().signal };
const wordsOf = (text: string) => text.toLowerCase().match(/[\p{L}\p{N}]+/gu);

/**
 * Registers tests that a provider keeps the promises of `Punctuator`.
 *
 * @param name for the test report
 * @param open starts the provider; called once
 *
 * @example
 * ```ts
 * punctuatorContract('mine', async () => ({ punctuator: await startMine(), close: async () => {} }));
 * ```
 */
export function punctuatorContract(name: string, open: () => Promise<PunctuatorUnderTest>): void {
  describe(`the punctuator ${name}`, () => {
    let subject: PunctuatorUnderTest;
    beforeAll(async () => {
      subject = await open();
    });
    afterAll(async () => subject?.close());

    test.each([1, 4, 3000])('gives each of %i texts its own words again, with marks', async (count) => {
      const texts = await subject.punctuator.punctuate(said(count), options);
      expect(texts?.map(wordsOf)).toEqual(said(count).map(({ text }) => wordsOf(text)));
      if (count > 1) expect(texts?.join(' ')).toMatch(/[.?]/);
    });

    test('keeps what it is given as it is', async () => {
      const given = said(4);
      await subject.punctuator.punctuate(given, options);
      expect(given).toEqual(said(4));
    });

    test('gives up when it is told to stop', async () => {
      const reason = new Error('the user cancelled');
      const stopped = { ...options, signal: AbortSignal.abort(reason) };
      await expect(subject.punctuator.punctuate(said(4), stopped)).rejects.toBe(reason);
    });
  });
}
