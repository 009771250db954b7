import { type TestHost, testHost } from 'chronoscribe/testing';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { violations } from './accessibility.ts';
import { browserPath, openConsole, type TestConsole } from './open-console.ts';
import { statement } from './steps/visit.ts';

const visit = `WEBVTT

00:00:00.000 --> 00:00:04.000
<v Doctor>What brings you in today?

00:00:04.000 --> 00:00:09.000
<v Patient>My right knee has been hurting for two weeks.

00:00:09.000 --> 00:00:13.000
<v Patient>I am allergic to penicillin.

00:00:13.000 --> 00:00:19.000
<v Doctor>Take ibuprofen 400 milligrams twice a day, and come back in two weeks.
`;

const Statement = z.object({ id: z.string(), text: z.string(), origin: z.string() });
const TranscriptRecord = z.object({
  version: z.number(),
  sections: z.array(z.object({ name: z.string(), statements: z.array(Statement) })),
  segments: z.array(z.object({ id: z.string(), text: z.string() })),
});
const Items = z.object({ items: z.array(z.object({ id: z.string() })) });
const Recordings = z.object({ items: z.array(z.object({ bytes: z.number() })) });

describe.skipIf(browserPath === undefined)('a clinician at the console', () => {
  let host: TestHost;
  let screens: TestConsole;
  beforeAll(async () => {
    host = await testHost();
    screens = await openConsole(host);
  });
  afterEach(() => screens.closePages());
  afterAll(async () => {
    await screens.close();
    await host.stop();
  });

  const uploaded = async (): Promise<string> => {
    const form = new FormData();
    form.set('file', new Blob([visit]), 'visit.vtt');
    form.set('patient', JSON.stringify({ name: 'Zoë Adler', identifier: 'MRN 12' }));
    const answer = await host.call('POST', '/api/v1/transcripts/upload_audio_file', { form });
    return z.object({ id: z.string() }).parse(answer.json).id;
  };
  const recordOf = async (id: string) =>
    TranscriptRecord.parse((await host.call('GET', `/api/v1/transcripts/${id}`)).json);
  const textsOf = async (id: string) =>
    (await recordOf(id)).sections.flatMap(({ statements }) => statements.map((each) => each.text));
  const review = async (id: string): Promise<Page> => {
    const page = await screens.open(`clinical/notes/${id}`);
    await page.getByRole('heading', { name: 'Zoë Adler' }).waitFor();
    return page;
  };

  test('goes on recording while the host is away, and loses no sound', async () => {
    const page = await screens.open('clinical/new', { permissions: ['microphone'] });
    await page.getByLabel('The patient agrees to the recording').check();
    screens.expectAnswers('0 POST /api/v1/transcripts/live');
    await page.route('**/api/v1/transcripts/live', (route) => route.abort());
    await page.getByRole('button', { name: 'Start recording' }).click();
    await page.getByText(/wait to be confirmed/).waitFor();
    await page.getByText('The host cannot be reached').waitFor();
    await page.unroute('**/api/v1/transcripts/live');
    await page.getByText('The host has confirmed all sound so far').waitFor();
    await page.getByRole('button', { name: 'Discard' }).click();
    await page.getByRole('button', { name: 'Discard the recording' }).click();
    await page.getByRole('button', { name: 'Start recording' }).waitFor();
    expect(Recordings.parse((await host.call('GET', '/api/v1/transcripts/live')).json).items).toEqual([]);
  });

  test('brings a file, which becomes a note to review', async () => {
    const page = await screens.open('clinical/new');
    await page.getByLabel("Patient's name").fill('Ana Maria Souza');
    await page.getByRole('tab', { name: 'Files' }).click();
    await page
      .getByTestId('files')
      .setInputFiles({ name: 'visit.vtt', mimeType: 'text/vtt', buffer: Buffer.from(visit) });
    await page.getByRole('link', { name: 'At work' }).click();
    await page
      .getByRole('link', { name: /Ana Maria Souza/ })
      .first()
      .waitFor();
    await page.getByRole('searchbox').fill('souz');
    await expect
      .poll(() =>
        page
          .getByRole('listitem')
          .filter({ has: page.getByRole('link') })
          .count(),
      )
      .toBe(1);
    const { items } = Items.parse((await host.call('GET', '/api/v1/records?q=souz')).json);
    expect(items).toHaveLength(1);
  });

  test('edits the note, and adds a fact that it leaves out', async () => {
    const id = await uploaded();
    const page = await review(id);
    await statement(page, 'knee').fill('The right knee hurts for two weeks.');
    await page.getByRole('button', { name: 'Add a statement' }).last().click();
    await page.keyboard.type('Rest.');
    await expect
      .poll(() => textsOf(id))
      .toEqual(expect.arrayContaining(['The right knee hurts for two weeks.', 'Rest.']));

    await statement(page, 'penicillin').fill('');
    await page.keyboard.press('Backspace');
    await page.getByText('Saved', { exact: true }).waitFor();
    await page.getByRole('tab', { name: /Facts/ }).click();
    await page
      .getByRole('button', { name: /^Add to/ })
      .first()
      .click();
    await expect.poll(() => textsOf(id)).toContainEqual(expect.stringMatching(/allergy: penicillin/i));
  });

  test('corrects words', async () => {
    const id = await uploaded();
    const page = await review(id);
    await page.getByRole('button', { name: /My right knee/ }).dblclick();
    await page.getByLabel('Words at 0:04').fill('My left knee has been hurting for two weeks.');
    await page.keyboard.press('Control+Enter');
    await expect
      .poll(async () => (await recordOf(id)).segments[1]?.text)
      .toBe('My left knee has been hurting for two weeks.');
  });

  test('finds what was typed after a reload while the host was away', async () => {
    const id = await uploaded();
    const page = await review(id);
    screens.expectAnswers(`0 PATCH /api/v1/transcripts/${id}`);
    const record = `**/api/v1/transcripts/${id}?*`;
    await page.route(record, (route) => (route.request().method() === 'PATCH' ? route.abort() : route.continue()));
    await statement(page, 'knee').fill('Typed while the host was away.');
    await page.getByText('The host cannot be reached').waitFor();
    page.on('dialog', (dialog) => void dialog.accept());
    await page.reload();
    await statement(page, 'Typed while the host was away.').waitFor();
    await page.unroute(record);
    await expect.poll(() => textsOf(id)).toContain('Typed while the host was away.');
  });

  test('decides when somebody else has changed the same part', async () => {
    const id = await uploaded();
    const page = await review(id);
    screens.expectAnswers(`409 PATCH /api/v1/transcripts/${id}`);
    const { version, sections } = await recordOf(id);
    const [section] = sections;
    const theirs = [{ name: section?.name, statements: [{ text: 'Theirs.' }] }];
    await host.call('PATCH', `/api/v1/transcripts/${id}`, { json: { version, sections: theirs } });
    await statement(page, 'knee').fill('Mine.');
    const dialog = page.getByRole('dialog', { name: 'Somebody else changed the same part' });
    await dialog.locator('del').getByText('Theirs').waitFor();
    expect(await violations(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Keep mine' }).click();
    await expect.poll(() => textsOf(id)).toContain('Mine.');
    expect(await textsOf(id)).not.toContain('Theirs.');
  });
});
