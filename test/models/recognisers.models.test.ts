import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { samplesPerSecond } from 'chronoscribe/kinds/transcriber';
import { type TestHost, temporaryFolder, testHost } from 'chronoscribe/testing';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { z } from 'zod';
import { type Recogniser, recognisers } from './recognisers.ts';
import { type Line, mixed, spoken, writeSound } from './speech.ts';
import { compared, isLoop, wordsOf } from './words.ts';

/** From a recording to its record over HTTP, with real weights: nothing stands for anything else here. */
const parts = inject('parts');
const shared = resolve(import.meta.dirname, '../../../shared/data');
const hasShared = existsSync(join(shared, 'cases/models'));
const Note = z.object({ id: z.string() });
const Visit = z.object({ segments: z.array(z.object({ text: z.string() })), warnings: z.array(z.string()) });

const visit: readonly Line[] = [
  { who: 'doctor', text: 'Good morning. What brings you in today?' },
  { who: 'patient', text: 'My lower back has been hurting for three weeks, ever since I lifted a washing machine.' },
  { who: 'doctor', text: 'Does the pain go down into your legs?' },
  { who: 'patient', text: 'It goes into the right side, but not below the knee.' },
  { who: 'doctor', text: 'Do not lift anything heavy this week, and come back on Monday.' },
  { who: 'patient', text: 'Thank you, doctor. I will see you on Monday.' },
];
const said = visit.flatMap(({ text }) => wordsOf(text));

const started = Object.entries(recognisers(parts)).flatMap(([use, start]) => {
  if (typeof start === 'string') console.warn(`NOT RUN: the transcriber ${use} with real weights: ${start}.`);
  return typeof start === 'string' ? [] : [{ use, start }];
});
if ('lacks' in parts.voices) console.warn(`NOT RUN: recognition of a spoken visit: ${parts.voices.lacks}.`);
if (!hasShared) console.warn('NOT RUN: recognition of the recordings in ../shared, which are absent.');

describe.each(started)('the transcriber $use with real weights', ({ start }) => {
  let recogniser: Recogniser;
  let host: TestHost;
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;
  beforeAll(async () => {
    folder = await temporaryFolder();
    recogniser = await start();
    host = await testHost({ config: { providers: { transcriber: recogniser.configuration } } });
  });
  afterAll(async () => {
    await host.stop();
    await recogniser.stop();
    await folder.remove();
  });

  async function upload(path: string) {
    const form = new FormData();
    form.append('file', new File([new Uint8Array(await readFile(path))], basename(path)));
    form.append('language', 'en');
    return host.call('POST', '/api/v1/transcripts/upload_audio_file', { form });
  }

  async function recordOf(path: string) {
    const { id } = Note.parse((await upload(path)).json);
    const { segments, warnings } = Visit.parse((await host.call('GET', `/api/v1/transcripts/${id}`)).json);
    return { text: segments.map((each) => each.text).join(' '), warnings };
  }

  describe.skipIf('lacks' in parts.voices)('given a visit that was spoken', () => {
    test.each(['mono', 'stereo'])('writes down nine of ten words, %s', async (channels) => {
      const voices = await spoken(visit);
      const path = join(folder.path, `${channels}.wav`);
      await (channels === 'mono' ? writeSound(path, mixed(voices)) : writeSound(path, voices.doctor, voices.patient));
      const { text } = await recordOf(path);
      expect(compared(said, wordsOf(text)).error).toBeLessThan(0.1);
    });
  });

  test('writes nothing down where something hums and nobody speaks', async () => {
    const path = join(folder.path, 'hum.wav');
    const turn = (2 * Math.PI * 110) / samplesPerSecond;
    await writeSound(
      path,
      new Int16Array(20 * samplesPerSecond).map((_, at) => 3000 * Math.sin(at * turn)),
    );
    expect(await upload(path)).toMatchObject({ status: 422, json: { detail: [{ type: 'no_speech' }] } });
  });

  describe.skipIf(!hasShared)('given recordings of people', () => {
    test('writes a famous sentence down', async () => {
      const { text } = await recordOf(join(shared, 'audio/jfk.wav'));
      expect(wordsOf(text).join(' ')).toContain('ask not what your country can do for you');
    });

    test('turns in no circle where two people read by turns, or warns of it', async () => {
      const { text, warnings } = await recordOf(join(shared, 'cases/models/libri.wav'));
      expect(wordsOf(text)).toContain('position');
      expect(isLoop(text) && warnings.length === 0).toBe(false);
    });

    test('hears no words in music', async () => {
      const answer = await upload(join(shared, 'cases/models/music.wav'));
      expect(answer).toMatchObject({ status: 422, json: { detail: [{ type: 'no_speech' }] } });
    });
  });
});
