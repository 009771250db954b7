import { readdir } from 'node:fs/promises';
import { Problem } from 'chronoscribe';
import { temporaryFolder } from 'chronoscribe/testing';
import { afterAll, describe, expect, test } from 'vitest';
import { expectWordsOf } from './contract.ts';
import { credible } from './credible.ts';
import { writeRecording } from './testing/recording.ts';
import type { Recording, Transcriber, Utterance } from './transcriber.ts';

const folder = await temporaryFolder();
const recording = await writeRecording(`${folder.path}/recording.wav`, { durationMs: 20_000, level: 3000 });
afterAll(() => folder.remove());

function said(text: string, startMs: number, endMs: number, speaker: string | null = 'A'): Utterance {
  return { speaker, startMs, endMs, text, confidence: 0.9 };
}

const loop = said(`Kaju${"'i".repeat(60)}`, 2000, 14_000);
const whole = [said('Good morning.', 0, 1500, 'B'), loop, said('Goodbye then.', 14_000, 16_000, 'B')];

/** A recogniser that hears `whole` in the recording and `part` in any part of it. */
function recogniser(
  part: (recording: Recording) => readonly Utterance[],
): Transcriber & { readonly heard: Recording[]; readonly kept: Set<AsyncDisposableStack | undefined> } {
  const heard: Recording[] = [];
  const kept = new Set<AsyncDisposableStack | undefined>();
  return {
    ...{ heard, kept },
    async transcribe(given, options) {
      heard.push(given);
      kept.add(options.kept);
      const { progress } = options;
      progress(1);
      const utterances = given.path === recording.path ? whole : part(given);
      return { language: 'en', utterances, engine: { provider: 'parrot', model: null, version: null }, warnings: [] };
    },
  };
}

function hear(transcriber: Transcriber, signal = new AbortController().signal) {
  return credible(transcriber).transcribe(recording, { signal, progress: () => {} });
}

/** An utterance with its words, which take turns of equal length. */
function withWords(utterance: Utterance): Utterance {
  const texts = utterance.text.split(' ');
  const lasts = (utterance.endMs - utterance.startMs) / texts.length;
  const at = (index: number) => Math.round(utterance.startMs + index * lasts);
  const words = texts.map((text, index) => ({ text, startMs: at(index), endMs: at(index + 1), confidence: 0.9 }));
  return { ...utterance, words };
}

describe('the words of a recogniser that turned in a circle', () => {
  const hearWords = async (heard: Utterance, part: (recording: Recording) => readonly Utterance[]) => {
    const { utterances } = await hear({
      async transcribe(given, { progress }) {
        progress(1);
        const utterances = given.path === recording.path ? [withWords(heard)] : part(given).map(withWords);
        return { language: 'en', utterances, engine: { provider: 'parrot', model: null, version: null }, warnings: [] };
      },
    });
    for (const utterance of utterances) expectWordsOf(utterance, utterance.words ?? []);
    return utterances;
  };

  test('are those of the text that is left', async () => {
    const circle = said(`It hurts${' and it goes on'.repeat(8)} today.`, 2000, 12_000);
    const [left] = await hearWords(circle, () => [circle].map((each) => ({ ...each, startMs: 0, endMs: 4000 })));
    expect(left?.text).not.toBe(circle.text);
    expect(left?.words?.[0]).toMatchObject({ text: 'It', startMs: 2000 });
    expect(left?.words?.at(-1)).toMatchObject({ text: 'today.', endMs: 12_000 });
  });

  test('have their places in the whole recording where it was recognised again in parts', async () => {
    const again = await hearWords(loop, ({ durationMs }) => [said(`It hurts for ${durationMs} ms.`, 0, durationMs)]);
    expect(again).toHaveLength(2);
    expect(again[0]?.words?.[0]).toMatchObject({ text: 'It', startMs: 2000 });
  });
});

describe('a recogniser that turned in a circle', () => {
  test('is asked again for that passage, in parts, whose words take the place of the loop', async () => {
    const parrot = recogniser(({ durationMs }) => [said(`It hurts for ${durationMs} ms.`, 0, durationMs, 'C')]);
    const { utterances, warnings } = await hear(parrot);
    expect(parrot.heard.slice(1).map(({ durationMs }) => durationMs)).toHaveLength(2);
    expect(parrot.heard.slice(1).reduce((sum, { durationMs }) => sum + durationMs, 0)).toBe(12_000);
    expect(utterances.map(({ speaker }) => speaker)).toEqual(['B', 'A', 'A', 'B']);
    expect(utterances[1]).toMatchObject({ startMs: 2000, text: expect.stringMatching(/^It hurts for/) });
    expect(warnings).toEqual([expect.stringMatching(/recognised again in parts\. Listen at 00:00:02\.$/)]);
  });

  test('keeps for the parts what it has loaded, and nothing of it afterwards', async () => {
    const parrot = recogniser(() => []);
    await hear(parrot);
    expect([...parrot.kept].map((stack) => stack?.disposed)).toEqual([true]);
  });

  test.each([
    ['hears the same', () => [said('la'.repeat(40), 0, 4000)]],
    ['hears nothing', () => []],
  ])('and then %s has its loop left out, and the clinician is told where', async (_, part) => {
    const { utterances, warnings } = await hear(recogniser(part));
    expect(utterances.map(({ text }) => text)).toEqual(['Good morning.', 'Goodbye then.']);
    expect(warnings).toEqual([expect.stringMatching(/^1 passage of text left out .* Listen at 00:00:02\.$/)]);
    expect(warnings.join()).not.toContain('Kaju');
  });

  test('and then fails keeps once what it repeated, which somebody may have said', async () => {
    const failing = recogniser(() => {
      throw new Problem('provider-unavailable', { detail: 'The service answers 429.', transient: true });
    });
    whole[1] = said('I want to die. '.repeat(5), 2000, 14_000);
    const { utterances, warnings } = await hear(failing);
    whole[1] = loop;
    expect(utterances.map(({ text }) => text)).toEqual(['Good morning.', 'I want to die.', 'Goodbye then.']);
    expect(warnings).toEqual([expect.stringMatching(/^In 1 passage .* stands once\. Listen at 00:00:02\.$/)]);
  });

  test('stops when it is told to, and leaves no file', async () => {
    const control = new AbortController();
    const reason = new Error('the user cancelled');
    const aborting = recogniser(() => {
      control.abort(reason);
      throw new Problem('provider-failed', { detail: 'The connection was closed.' });
    });
    await expect(hear(aborting, control.signal)).rejects.toBe(reason);
    expect(await readdir(folder.path)).toEqual(['recording.wav']);
  });
});

test('a recogniser that left a sentence out is asked again for that moment, and its words are added', async () => {
  const path = `${folder.path}/visit.wav`;
  const sound = await writeRecording(path, { durationMs: 5000, level: 3000 });
  const heard = [said('It hurts.', 0, 2000), said('Goodbye then.', 4000, 5000)];
  const hearing = (again: readonly Utterance[]) =>
    credible({
      transcribe: async (given) => ({
        language: 'en',
        utterances: given.path === path ? heard : again,
        engine: { provider: 'parrot', model: null, version: null },
        warnings: [],
      }),
    }).transcribe(sound, { signal: new AbortController().signal, progress: () => {} });
  const { utterances, warnings } = await hearing([said('It hurts. No alcohol.', 0, 2000)]);
  expect(utterances.map(({ text }) => text)).toEqual(['It hurts.', 'No alcohol.', 'Goodbye then.']);
  expect(warnings).toEqual([]);
  const mute = await hearing([]);
  expect(mute).toMatchObject({
    utterances: heard,
    warnings: [expect.stringMatching(/^In 1 passage somebody seems to/)],
  });
});

test('a recogniser that hears well is asked once, and what it heard is not changed', async () => {
  const heard = [said('My lower back hurts.', 0, 3000)];
  const well: Transcriber = {
    transcribe: async () => ({
      language: 'en',
      utterances: heard,
      engine: { provider: 'parrot', model: null, version: null },
      warnings: ['Speakers were not told apart.'],
    }),
  };
  expect(await hear(well)).toMatchObject({ utterances: heard, warnings: ['Speakers were not told apart.'] });
});
