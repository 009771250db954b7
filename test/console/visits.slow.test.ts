import { type TestHost, testHost } from 'chronoscribe/testing';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { violationsInBothSchemes } from './accessibility.ts';
import { browserPath, openConsole, type TestConsole } from './open-console.ts';

const Made = z.object({ id: z.string() });
const dayMs = 86_400_000;

describe.skipIf(browserPath === undefined)('the list of visits', () => {
  let host: TestHost;
  let screens: TestConsole;
  beforeAll(async () => {
    host = await testHost();
    screens = await openConsole(host);
    const visit = async (name: string, words: string) => {
      const form = new FormData();
      form.set('file', new Blob([words]), 'visit.txt');
      form.set('patient', JSON.stringify({ name }));
      const answer = await host.call('POST', '/api/v1/transcripts/upload_audio_file', { form });
      return `/api/v1/transcripts/${Made.parse(answer.json).id}`;
    };
    await visit('Zoë Adler', 'Patient: My right knee has been hurting for two weeks.');
    const signed = await visit('Chidi Okafor', 'Patient: I am allergic to penicillin.');
    // A point to check, which whoever signs accepts.
    const section = { name: 'Plan', statements: [{ text: 'Take 900 mg of ibuprofen.', evidence: ['s1'] }] };
    await host.call('PATCH', signed, { json: { sections: [section] } });
    const { warnings } = z
      .object({ warnings: z.tuple([z.string()], z.string()) })
      .parse((await host.call('GET', signed)).json);
    expect((await host.call('POST', `${signed}/sign`, { json: { acknowledge: warnings } })).status).toBe(200);
    return async () => {
      await screens.close();
      await host.stop();
    };
  });
  afterEach(() => screens.closePages());

  test.each([
    ['today', 0, 'Today'],
    ['yesterday', 1, 'Yesterday'],
    ['days ago', 3, new Date().toLocaleDateString('en-US', { dateStyle: 'full' })],
  ])('shows those of %s under that day, the open ones first, each with how its note begins', async (_, days, name) => {
    const page = await screens.open('about:blank');
    await page.clock.install({ time: Date.now() + days * dayMs });
    await page.goto(new URL('clinical/today', screens.url).href);
    const [open, done] = ['To review', 'Signed'].map((title) => page.getByRole('region', { name: title }));
    await open?.getByText(name, { exact: true }).waitFor();
    await open?.getByRole('link', { name: /Zoë Adler.*knee/ }).waitFor();
    await done?.getByText(name, { exact: true }).waitFor();
    const of = done?.getByRole('link', { name: /Chidi Okafor.*penicillin/ });
    expect(await of?.textContent()).not.toMatch(/to check/);
    expect(await page.getByRole('main').getByRole('heading', { level: 2 }).allTextContents()).toEqual([
      'To review',
      'Signed',
    ]);
    expect(await violationsInBothSchemes(page)).toEqual([]);
    await of?.click();
    await page.getByText(/^Signed by/).waitFor();
    expect(await page.getByText(/to check/).count()).toBe(0);
  });
});
