import { testHost } from 'chronoscribe/testing';
import type { Page } from 'playwright-core';
import { afterEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import scripted from '../fixtures/scripted-transcriber.ts';
import { violations } from './accessibility.ts';
import { browserPath, openConsole, type TestConsole } from './open-console.ts';

const Recordings = z.object({ items: z.array(z.object({ marks: z.array(z.number()) })) });
const Records = z.object({ items: z.array(z.object({ id: z.string() })) });

/** Waits until so many seconds are recorded. On a busy machine the screen leaves some of them out. */
const recordedFor = (page: Page, seconds: number) =>
  expect
    .poll(async () => {
      const [, minutes, rest] = /(\d+):(\d+)/.exec((await page.getByRole('timer').textContent()) ?? '') ?? [];
      return Number(minutes) * 60 + Number(rest);
    })
    .toBeGreaterThanOrEqual(seconds);

describe.skipIf(browserPath === undefined)('a clinician who records a visit', () => {
  let screens: TestConsole | undefined;
  afterEach(() => screens?.closePages());

  test('marks moments by a button and a key, after a closed tab too, and finds and plays them in the review', async ({
    onTestFinished,
  }) => {
    const config = { plugins: { transcripts: { with: { keepAudio: 'until-signed' } } } };
    const host = await testHost({ providers: [{ provider: scripted }], config });
    onTestFinished(() => host.stop());
    screens = await openConsole(host);
    onTestFinished(() => screens?.close());
    const marksAtHost = async () =>
      Recordings.parse((await host.call('GET', '/api/v1/transcripts/live')).json).items[0]?.marks ?? [];

    const page = await screens.open('clinical/new', { permissions: ['microphone'] });
    await page.getByLabel("Patient's name").fill('Chidi Okafor');
    await page.getByLabel('The patient agrees to the recording').check();
    await page.getByRole('button', { name: 'Start recording' }).click();
    await recordedFor(page, 1);
    // While the host is away, a mark is kept in the browser.
    screens.expectAnswers('0 POST /api/v1/transcripts/live');
    await page.route('**/api/v1/transcripts/live/*/marks', (route) => route.abort());
    const refused = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/marks'));
    await page.getByRole('button', { name: 'Mark this moment' }).click();
    const [, mark] = /0:0(\d)/.exec((await page.getByText(/^Marked at 0:0/).textContent()) ?? '') ?? [];
    await refused;
    expect(await violations(page)).toEqual([]);
    expect(await marksAtHost()).toEqual([]);
    const again = await page.context().newPage();
    await page.close();

    await again.goto(new URL('clinical/new', screens.url).href);
    await again.getByRole('button', { name: 'Go on recording' }).click();
    // What is marked at once may be the moment that was marked last, where the stored sound ends: the same mark.
    await recordedFor(again, Number(mark) + 1);
    await again.keyboard.press('m');
    await expect.poll(async () => (await marksAtHost()).length).toBe(2);
    const [first = 0, second = 0] = await marksAtHost();
    expect(second).toBeGreaterThan(first);
    const after = Math.ceil(second / 1000) + 2;
    await recordedFor(again, after);
    await again.getByRole('button', { name: 'Finish' }).click();
    await again.getByRole('link', { name: /Chidi Okafor/ }).click();

    await again
      .getByRole('button', { name: /^Go to the mark at/ })
      .first()
      .click();
    await again
      .locator('[data-marked=true]')
      .getByRole('button', { name: /in today|right knee|penicillin|ibuprofen/ })
      .first()
      .waitFor();
    await again.getByRole('img', { name: 'Marked while recording' }).first().waitFor();
    expect(await violations(again)).toEqual([]);
    const [record] = Records.parse((await host.call('GET', '/api/v1/records')).json).items;
    const { json } = await host.call('GET', `/api/v1/transcripts/${record?.id}`);
    expect(json).toMatchObject({ marks: [first, second] });
    // The sound of both tabs plays as one.
    const seconds = `new Promise((known) => {
      const sound = new Audio('/api/v1/transcripts/${record?.id}/audio');
      sound.onloadedmetadata = () => known(sound.duration);
    })`;
    expect(await again.evaluate(seconds)).toBeGreaterThan(after - 1);
  });
});
