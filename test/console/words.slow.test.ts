import { defineProvider } from 'chronoscribe';
import { Transcriber } from 'chronoscribe/kinds/transcriber';
import { testHost } from 'chronoscribe/testing';
import { afterEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { tone, wav } from '../../plugins/transcripts/testing/sounds.ts';
import { violations } from './accessibility.ts';
import { browserPath, openConsole, type TestConsole } from './open-console.ts';

const words = [
  { text: 'My', startMs: 0, endMs: 300, confidence: 0.9 },
  { text: 'cup', startMs: 1000, endMs: 1300, confidence: 0.2 },
  { text: 'hurts.', startMs: 2000, endMs: 2500, confidence: null },
];
const recogniser = defineProvider({
  kind: Transcriber,
  name: 'unsure',
  config: z.strictObject({}),
  create: () => ({
    transcribe: async () => ({
      language: 'en',
      utterances: [{ speaker: 'A', startMs: 0, endMs: 2500, text: 'My cup hurts.', confidence: 0.9, words }],
      engine: { provider: 'unsure', model: null, version: null },
      warnings: [],
    }),
  }),
});

describe.skipIf(browserPath === undefined)('a clinician who doubts a word', () => {
  let screens: TestConsole | undefined;
  afterEach(() => screens?.closePages());

  test('sees that the recogniser does too, hears it by mouse and by keys, and corrects it', async ({
    onTestFinished,
  }) => {
    const config = { plugins: { transcripts: { with: { keepAudio: 'until-signed' } } } };
    const host = await testHost({ providers: [{ provider: recogniser }], config });
    onTestFinished(() => host.stop());
    screens = await openConsole(host);
    onTestFinished(() => screens?.close());
    const form = new FormData();
    form.set('file', new Blob([wav(tone(30))]), 'visit.wav');
    const sent = await host.call('POST', '/api/v1/transcripts/upload_audio_file', { form });
    const page = await screens.open(`clinical/notes/${z.object({ id: z.string() }).parse(sent.json).id}`);

    const word = (name: string) => page.getByRole('button', { name, exact: true });
    const position = async () => Number(await page.getByRole('slider').getAttribute('aria-valuenow'));
    await page.getByRole('button', { name: 'Play', exact: true }).waitFor();
    expect(await word('cup').getAttribute('title')).toContain('unsure of this word (20 %)');
    expect(await word('My').getAttribute('title')).toBeNull();
    await word('hurts.').click();
    await expect.poll(position).toBeGreaterThanOrEqual(2000);
    await page.getByRole('button', { name: 'Pause', exact: true }).click();
    await word('hurts.').focus();
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('Enter');
    await expect.poll(async () => (await position()) < 2000 && (await position()) >= 1000).toBe(true);
    expect(await violations(page)).toEqual([]);

    // The words light up as they are spoken; those of a doubt stay marked.
    await page.locator('[data-spoken=true]').getByText('hurts.').waitFor();
    await page.keyboard.press('Space');
    await page.getByRole('button', { name: 'Play', exact: true }).waitFor();
    const before = await position();
    await page.locator('#content').focus();
    await page.keyboard.press('b');
    await expect.poll(position).toBe(Math.max(0, before - 5000));
    await page.keyboard.press('Space');
    await page.getByRole('button', { name: 'Pause', exact: true }).waitFor();
    await page.keyboard.press('Space');
    await page.getByRole('button', { name: 'Speed: 1×' }).click();
    await page.getByRole('button', { name: 'Speed: 1.25×' }).waitFor();
    // Something is drawn of the sound.
    const drawn = `[...document.querySelectorAll('[aria-hidden] > *')].flatMap((each) =>
      [...(each.shadowRoot?.querySelectorAll('canvas') ?? [])]).filter(({ width }) => width > 0).length`;
    await expect.poll(() => page.evaluate(drawn)).toBeGreaterThan(0);

    await word('cup').dblclick();
    await page.getByRole('textbox', { name: /Words at/ }).fill('My cough hurts.');
    await page.keyboard.press('Control+Enter');
    await page.getByText('Saved').waitFor();
    await word('cough').waitFor();
    expect(await word('cough').getAttribute('title')).toBeNull();
    expect(await word('hurts.').count()).toBe(1);
  });
});
