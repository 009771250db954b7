import { type TestHost, testHost } from 'chronoscribe/testing';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { violations } from './accessibility.ts';
import { browserPath, openConsole, type TestConsole } from './open-console.ts';

const visit = `WEBVTT

00:00:00.000 --> 00:00:04.000
<v Doctor>What brings you in today?

00:00:04.000 --> 00:00:09.000
<v Patient>My right knee has been hurting for two weeks.

00:00:13.000 --> 00:00:19.000
<v Doctor>Take ibuprofen 400 milligrams twice a day.
`;

const Note = z.object({
  template: z.string(),
  version: z.number(),
  sections: z.array(z.object({ name: z.string(), statements: z.array(z.object({ text: z.string() })) })),
});

describe.skipIf(browserPath === undefined)('a clinician who reviews a note', () => {
  let host: TestHost;
  let screens: TestConsole;
  beforeAll(async () => {
    host = await testHost();
    screens = await openConsole(host);
  });
  afterAll(async () => {
    await screens.close();
    await host.stop();
  });
  afterEach(() => screens.closePages());

  const uploaded = async (): Promise<string> => {
    const form = new FormData();
    form.set('file', new Blob([visit]), 'visit.vtt');
    form.set('patient', JSON.stringify({ name: 'Zoë Adler' }));
    const answer = await host.call('POST', '/api/v1/transcripts/upload_audio_file', { form });
    return z.object({ id: z.string() }).parse(answer.json).id;
  };
  const noteOf = async (id: string) => Note.parse((await host.call('GET', `/api/v1/transcripts/${id}`)).json);
  const review = async (id: string): Promise<Page> => {
    const permissions = ['clipboard-read', 'clipboard-write'];
    const page = await screens.open(`clinical/notes/${id}`, { permissions });
    await page.getByRole('heading', { name: 'Zoë Adler' }).waitFor();
    return page;
  };
  const clipboard = (page: Page): Promise<unknown> => page.evaluate('navigator.clipboard.readText()');

  test('copies one section, and the whole of a signed note with what was added to it', async () => {
    const id = await uploaded();
    const page = await review(id);
    await page.getByRole('button', { name: 'Copy the section Plan' }).click();
    const plan = (await noteOf(id)).sections.find(({ name }) => name === 'Plan')?.statements ?? [];
    expect(plan).not.toEqual([]);
    await expect.poll(() => clipboard(page)).toBe(plan.map(({ text }) => text).join('\n'));

    const { warnings } = z
      .object({ warnings: z.array(z.string()) })
      .parse((await host.call('GET', `/api/v1/transcripts/${id}`)).json);
    await host.call('POST', `/api/v1/transcripts/${id}/sign`, { json: { acknowledge: warnings } });
    await host.call('POST', `/api/v1/transcripts/${id}/addendum`, { json: { text: 'Called the patient.' } });
    await page.reload();
    await page.getByText(/^Signed by/).waitFor();
    await page.getByRole('button', { name: 'Copy the section Plan' }).focus();
    await page.keyboard.press('Enter');
    await expect.poll(() => clipboard(page)).toBe(plan.map(({ text }) => text).join('\n'));
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Copy the note' }).click();
    await expect
      .poll(() => clipboard(page))
      .toMatch(/^Subjective\n.*\n\nPlan\n.*\n\nAddenda\nCalled the patient\. \(/s);
  });

  test('takes up what was said and is not in the note, and signs knowing how much stays out', async () => {
    const form = new FormData();
    const words = [
      'Doctor: Any allergies?',
      'Patient: Yes, zanthrolol.',
      'Doctor: I see a red spot on your left knee.',
      'Patient: Thank you.',
    ];
    form.set('file', new Blob([words.join('\n')]), 'visit.txt');
    form.set('patient', JSON.stringify({ name: 'Zoë Adler' }));
    const made = await host.call('POST', '/api/v1/transcripts/upload_audio_file', { form });
    const { id } = z.object({ id: z.string() }).parse(made.json);
    // A note that says nothing of it.
    const { sections } = await noteOf(id);
    const empty = sections.map(({ name }) => ({ name, statements: [] }));
    await host.call('PATCH', `/api/v1/transcripts/${id}`, { json: { sections: empty } });
    const page = await review(id);
    await page.getByRole('tab', { name: /Not in the note/ }).click();
    const entry = page.getByRole('listitem').filter({ hasText: 'Any allergies? – Yes, zanthrolol.' });
    await entry.getByRole('button', { name: 'Add to Subjective' }).click();
    await expect.poll(() => page.getByRole('tabpanel').getByRole('listitem').count()).toBe(1);
    expect(await violations(page)).toEqual([]);
    await expect
      .poll(async () => (await noteOf(id)).sections[0]?.statements.map(({ text }) => text))
      .toEqual(['Any allergies? – Yes, zanthrolol.']);
    await page.getByRole('button', { name: 'Sign', exact: true }).click();
    await page.getByText('1 sentence was said and stays out of the note').waitFor();
  });

  test('sees what an earlier visit looks like in another template, without changing it', async () => {
    const id = await uploaded();
    const page = await screens.open('settings/templates');
    await page.getByRole('link', { name: 'DAP' }).click();
    await page.getByRole('heading', { name: 'DAP' }).waitFor();
    await page.getByRole('combobox', { name: 'Visit' }).click();
    await page
      .getByRole('option', { name: /Zoë Adler/ })
      .first()
      .click();
    await page.getByRole('button', { name: 'Show' }).click();
    const note = page.getByRole('article', { name: 'Preview on an earlier visit' });
    await note.getByRole('heading', { name: 'Data' }).waitFor();
    await note.getByText(/knee/).first().waitFor();
    expect(await violations(page)).toEqual([]);
    expect(await noteOf(id)).toMatchObject({ template: 'soap', version: 1 });
  });
});

describe.skipIf(browserPath === undefined)('somebody who signs in for the first time', () => {
  let screens: TestConsole | undefined;
  afterEach(() => screens?.closePages());

  test('tries everything on a sample visit, and deletes it in one click', async ({ onTestFinished }) => {
    const host = await testHost();
    onTestFinished(() => host.stop());
    screens = await openConsole(host);
    onTestFinished(() => screens?.close());
    const records = async () => (await host.call('GET', '/api/v1/records')).json;
    const page = await screens.open('clinical/today');
    expect(await violations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Sample visit' }).click();
    await page.getByRole('heading', { name: 'Sample: Chidi Okafor' }).waitFor();
    await page.getByText('This is a sample').waitFor();
    await page
      .getByText(/ibuprofen/i)
      .first()
      .waitFor();
    expect(await violations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Delete the sample' }).click();
    await page.getByText('No visits yet').waitFor();
    expect(await records()).toMatchObject({ items: [] });
    await page.getByRole('link', { name: 'Sample history' }).click();
    await page.getByRole('button', { name: 'Load the sample history' }).waitFor();
  });

  test('is told before anybody speaks that there is no recogniser, and where one is got', async ({
    onTestFinished,
  }) => {
    const host = await testHost();
    onTestFinished(() => host.stop());
    screens = await openConsole(host);
    onTestFinished(() => screens?.close());
    const page = await screens.open('clinical/new');
    await page.getByText('What is recorded cannot be written down yet').waitFor();
    expect(await violations(page)).toEqual([]);
    await page.getByRole('link', { name: 'Get a recogniser' }).click();
    await page.getByRole('heading', { level: 1, name: 'Models' }).waitFor();
  });
});
