import { definePlugin, Problem, workflow } from 'chronoscribe';
import { type TestHost, testHost } from 'chronoscribe/testing';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { violationsInBothSchemes } from './accessibility.ts';
import { browserPath, openConsole, type TestConsole } from './open-console.ts';

let isMended = false;
const report = workflow<{ readonly days: number }>('report')
  .step('count', ({ input: { days } }) => {
    if (!isMended) throw new Problem('provider-failed', { detail: 'The calendar does not answer.' });
    return days;
  })
  .answer((days) => ({ body: { days }, location: '' }));
const approval = workflow<null>('approval')
  .waitFor('approved', z.object({}))
  .answer(() => ({ body: null, location: '' }));
const plugin = definePlugin({
  name: 'reports',
  auth: 'any',
  workflows: () => ({ report, approval }),
  schedules: {
    daily: { cron: '0 2 * * *', timeZone: 'UTC', run: report, input: { days: 365 } },
    asking: { cron: '0 0 1 1 *', run: approval, input: null },
  },
  routes: () => [],
});

describe.skipIf(browserPath === undefined)('who looks after runs', () => {
  let host: TestHost;
  let screens: TestConsole;
  beforeAll(async () => {
    host = await testHost({ plugins: [plugin] });
    screens = await openConsole(host);
    return async () => {
      await screens.close();
      await host.stop();
    };
  });
  afterEach(() => screens.closePages());

  const Runs = z.object({ items: z.array(z.object({ id: z.string(), status: z.string() })) });
  const runsOf = async (of: string) =>
    Runs.parse((await host.call('GET', `/api/v1/runs?workflow=${of}`)).json).items.map(({ status }) => status);

  test('catches up on times of a schedule, tries all failed runs again, and one with another input', async () => {
    isMended = false;
    const page = await screens.open('workflows/schedules', { timezoneId: 'UTC' });
    await page.getByRole('button', { name: 'Catch up on times of daily' }).click();
    await page.getByLabel('From').fill('2026-11-01T00:00');
    await page.getByLabel('Before').fill('2026-11-04T00:00');
    expect(await violationsInBothSchemes(page)).toEqual([]);
    await page.getByRole('dialog').getByRole('button', { name: 'Catch up…' }).click();
    await page.getByText('3 runs were started').waitFor();
    await expect.poll(() => runsOf('report')).toEqual(['failed', 'failed', 'failed']);

    await page.goto(new URL('workflows/runs?workflow=report&status=failed', screens.url).href);
    await page
      .getByRole('link', { name: /report/ })
      .first()
      .click();
    await page.getByText('The calendar does not answer.').first().waitFor();
    expect(await violationsInBothSchemes(page)).toEqual([]);
    isMended = true;
    await page.getByRole('button', { name: 'Try again with another input…' }).click();
    await page.getByRole('textbox', { name: 'Input' }).fill('{"days": 7}');
    await page.getByRole('dialog').getByRole('button', { name: 'Try again' }).click();
    await page.getByText('"days": 7').waitFor();
    await page.goBack();
    await page.getByRole('button', { name: 'Try all of these again' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Try all of these again' }).click();
    await page.getByText('2 runs go on.').waitFor();
    await expect.poll(() => runsOf('report')).toEqual(['done', 'done', 'done']);
  });

  test('runs one again that is done, and cancels all that wait', async () => {
    isMended = true;
    const page = await screens.open('workflows/schedules');
    await page.getByRole('button', { name: 'Run now: daily' }).click();
    await page.getByText('daily was started').waitFor();
    await page.goto(new URL('workflows/runs?workflow=report&status=done', screens.url).href);
    await page
      .getByRole('link', { name: /report/ })
      .first()
      .click();
    const before = page.url();
    await page.getByRole('button', { name: 'Run it again' }).click();
    await page.waitForURL((url) => url.href !== before);
    await page.getByText('"days": 365').waitFor();

    for (let started = 0; started < 2; started += 1) await host.call('POST', '/api/v1/schedules/asking/run');
    await page.goto(new URL('workflows/runs?workflow=approval&status=running', screens.url).href);
    await page.getByRole('button', { name: 'Cancel all of these' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel all of these' }).click();
    await page.getByText('2 runs were cancelled.').waitFor();
    await expect.poll(() => runsOf('approval')).toEqual(['cancelled', 'cancelled']);
  });

  test('sees when each step of a run was at work, and goes to the note that it made', async () => {
    const form = new FormData();
    form.set('file', new Blob(['WEBVTT\n\n00:00.000 --> 00:04.000\n<v Patient>My knee hurts.\n']), 'visit.vtt');
    form.set('patient', JSON.stringify({ name: 'Ana Souza' }));
    const { json } = await host.call('POST', '/api/v1/transcripts/upload_audio_file', { form });
    const page = await screens.open(`workflows/runs/${z.object({ id: z.string() }).parse(json).id}`);
    const bars = page.getByRole('listitem').locator('[aria-hidden] > div');
    await expect.poll(() => bars.count()).toBe(3);
    const places = await Promise.all((await bars.all()).map((bar) => bar.boundingBox()));
    const starts = places.map((place) => place?.x ?? 0);
    expect(starts).toEqual(starts.toSorted((one, other) => one - other));
    for (const place of places) expect(place?.width).toBeGreaterThan(0);
    await page.getByRole('link', { name: 'What it made' }).click();
    await page.getByRole('heading', { level: 1, name: 'Ana Souza' }).waitFor();
  });
});
