import { type TestHost, testHost } from 'chronoscribe/testing';
import type { Page } from 'playwright-core';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { invited } from '../../plugins/console/testing/people.ts';
import { violationsInBothSchemes } from './accessibility.ts';
import { browserPath, openConsole, type TestConsole } from './open-console.ts';

const visit = `WEBVTT

00:00:00.000 --> 00:00:04.000
<v Doctor>ما الذي يؤلمك اليوم؟

00:00:04.000 --> 00:00:09.000
<v Patient>My right knee hurts, and I am allergic to penicillin.
`;

describe.skipIf(browserPath === undefined)('a note at the console', () => {
  let host: TestHost;
  let screens: TestConsole;
  let id: string;
  beforeAll(async () => {
    host = await testHost();
    screens = await openConsole(host);
    const form = new FormData();
    form.set('file', new Blob([visit]), 'visit.vtt');
    form.set('patient', JSON.stringify({ name: 'Zoë Adler' }));
    const answer = await host.call('POST', '/api/v1/transcripts/upload_audio_file', { form });
    id = z.object({ id: z.string() }).parse(answer.json).id;
    return async () => {
      await screens.close();
      await host.stop();
    };
  });
  afterEach(() => screens.closePages());

  const goTo = (page: Page, path: string) => page.goto(new URL(path, screens.url).href);

  test('is read by a viewer, who is offered nothing that a viewer may not do', async () => {
    const { link } = await invited(host, { email: 'vi@practice.example', name: 'Vi', roles: ['viewer'] });
    const page = await screens.visit(new URL(link).pathname);
    await page.getByLabel('New password').fill('correct horse battery');
    await page.getByRole('button', { name: 'Accept' }).click();
    await page.getByRole('heading', { name: 'Today' }).waitFor();
    expect(await page.getByRole('link', { name: 'New visit' }).count()).toBe(0);
    await goTo(page, 'clinical/new');
    await page.getByRole('heading', { name: 'Today' }).waitFor();
    await goTo(page, `clinical/notes/${id}`);
    await page
      .getByRole('button', { name: /My right knee/ })
      .first()
      .waitFor();
    for (const name of ['Sign', 'Add a statement', 'Correct the words']) {
      expect(await page.getByRole('button', { name, exact: true }).count()).toBe(0);
    }
    expect(await page.getByRole('textbox').count()).toBe(0);
    expect(await violationsInBothSchemes(page)).toEqual([]);
    await goTo(page, 'time/timelines');
    await page.getByRole('heading', { name: 'Timelines' }).waitFor();
    expect(await page.getByRole('button', { name: 'New event' }).count()).toBe(0);
    await goTo(page, 'time/clock');
    await page
      .getByRole('region', { name: 'Upcoming' })
      .or(page.getByRole('timer'))
      .or(page.locator('time'))
      .first()
      .waitFor();
    expect(await page.getByRole('button', { name: /Pause|Travel|Set|Go there/ }).count()).toBe(0);
  });

  test('sets what was said in its own direction, and shows what another tab saved', async () => {
    const page = await screens.open(`clinical/notes/${id}`);
    await page.locator('button:dir(rtl)').filter({ hasText: 'يؤلمك' }).waitFor();
    // A field has no direction of its own: each of its lines has that of its words.
    await page.getByRole('textbox').first().waitFor();
    const style = await page.evaluate('getComputedStyle(document.querySelector("#content textarea")).unicodeBidi');
    expect(style).toBe('plaintext');
    const other = await page.context().newPage();
    await goTo(other, `clinical/notes/${id}`);
    await other.getByRole('textbox').first().fill('Written in the other tab.');
    await other.getByText('Saved', { exact: true }).waitFor();
    await page.getByRole('textbox').filter({ hasText: 'Written in the other tab.' }).waitFor();
  });

  test('is not made of a file that the host cannot read, which a sentence says beside the form', async () => {
    const page = await screens.open('clinical/new');
    await page.getByRole('tab', { name: 'Files' }).click();
    const name = `${'Consultation Mrs Wieland-Oberhuber '.padEnd(120, 'x')}.exe`;
    screens.expectAnswers('POST /api/v1/transcripts/upload_audio_file');
    await page.getByTestId('files').setInputFiles({ name, mimeType: '', buffer: Buffer.from('MZ') });
    const alert = page.getByRole('alert');
    await alert.getByText('This kind of file cannot be used here.').waitFor();
    expect(await alert.getByText('upload_id').isVisible()).toBe(false);
    const [row, form] = [
      await page.getByRole('listitem').filter({ has: alert }).boundingBox(),
      await page.locator('fieldset').boundingBox(),
    ];
    expect((row?.x ?? 0) + (row?.width ?? 0)).toBeLessThanOrEqual(form?.x ?? 0);
    expect(await violationsInBothSchemes(page)).toEqual([]);
  });
});
