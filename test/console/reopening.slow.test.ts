import { type TestHost, testHost } from 'chronoscribe/testing';
import type { Page } from 'playwright-core';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { invited } from '../../plugins/console/testing/people.ts';
import { pdfOf, page as pdfPage } from '../../plugins/pdfs/testing/pdf-writer.ts';
import { violationsInBothSchemes } from './accessibility.ts';
import { browserPath, openConsole, type TestConsole } from './open-console.ts';

const visit = `WEBVTT

00:00:00.000 --> 00:00:04.000
<v Doctor>What brings you in today?

00:00:04.000 --> 00:00:09.000
<v Patient>My right knee has been hurting for two weeks.
`;

const Id = z.object({ id: z.string() });

describe.skipIf(browserPath === undefined)('a note and a document that should not be as they are', () => {
  let host: TestHost;
  let screens: TestConsole;
  beforeAll(async () => {
    host = await testHost();
    screens = await openConsole(host);
    return async () => {
      await screens.close();
      await host.stop();
    };
  });
  afterEach(() => screens.closePages());

  const uploaded = async (patient: string): Promise<string> => {
    const form = new FormData();
    form.set('file', new Blob([visit]), 'visit.vtt');
    form.set('patient', JSON.stringify({ name: patient }));
    return Id.parse((await host.call('POST', '/api/v1/transcripts/upload_audio_file', { form })).json).id;
  };
  const signed = async (patient: string): Promise<string> => {
    const id = await uploaded(patient);
    const { warnings } = z
      .object({ warnings: z.array(z.string()) })
      .parse((await host.call('GET', `/api/v1/transcripts/${id}`)).json);
    await host.call('POST', `/api/v1/transcripts/${id}/sign`, { json: { acknowledge: warnings } });
    return id;
  };
  const note = async (id: string, patient: string): Promise<Page> => {
    const page = await screens.open(`clinical/notes/${id}`);
    await page.getByRole('heading', { name: patient }).waitFor();
    return page;
  };
  const choose = async (page: Page, item: string) => {
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: item, exact: true }).click();
  };

  test('a wrong upload is deleted once what goes with it is confirmed', async () => {
    const id = await uploaded('Wrong Patient');
    const page = await note(id, 'Wrong Patient');
    await choose(page, 'Delete');
    const dialog = page.getByRole('dialog', { name: 'Delete Wrong Patient?' });
    await dialog.getByText('The transcript, its note, the recording').waitFor();
    expect(await violationsInBothSchemes(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    expect((await host.call('GET', `/api/v1/transcripts/${id}`)).status).toBe(200);
    await choose(page, 'Delete');
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('heading', { name: 'Today' }).waitFor();
    await page.getByText('Deleted', { exact: true }).waitFor();
    expect(await page.getByText('Wrong Patient').count()).toBe(0);
    expect((await host.call('GET', `/api/v1/transcripts/${id}`)).status).toBe(404);
  });

  test.each([
    ['Letter (PDF)', '%PDF-', '.pdf'],
    ['Letter with its sources (PDF)', '%PDF-', '.pdf'],
    ['Letter (Word)', 'PK', '.docx'],
  ])('a note is taken along as a letter: %s', async (item, beginning, extension) => {
    const page = await note(await uploaded('Ann Lee'), 'Ann Lee');
    const [file] = await Promise.all([page.waitForEvent('download'), choose(page, item)]);
    const parts = await Array.fromAsync(await file.createReadStream(), (part) => Buffer.from(part));
    expect(Buffer.concat(parts).toString('latin1')).toMatch(new RegExp(`^${beginning}`));
    expect(file.suggestedFilename()).toContain(extension);
  });

  test('a document is deleted from its screen', async () => {
    const form = new FormData();
    form.append('files', new Blob([pdfOf([pdfPage('Dear colleague,', 'the knee was seen.')])]), 'wrong.pdf');
    const { id } = Id.parse((await host.call('POST', '/api/v1/transcripts/upload_pdf_files', { form })).json);
    const page = await screens.open(`clinical/documents/${id}`);
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('dialog', { name: 'Delete wrong.pdf?' }).getByRole('button', { name: 'Delete' }).click();
    await page.getByText('No documents yet').waitFor();
    expect((await host.call('GET', `/api/v1/documents/${id}`)).status).toBe(404);
  });

  test('a signed note is opened again for a reason, and what was signed stays to compare with', async () => {
    const id = await signed('Zoë Adler');
    const page = await note(id, 'Zoë Adler');
    await choose(page, 'Open again for changes');
    const dialog = page.getByRole('dialog', { name: 'Open again for changes' });
    await dialog.getByLabel('Why the note must be changed').fill('The side was wrong.');
    expect(await violationsInBothSchemes(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Open again' }).click();
    await page.getByText(/^Opened again by .*: The side was wrong\.$/).waitFor();
    await page.getByRole('textbox').filter({ hasText: 'knee' }).first().fill('The left knee hurts.');
    await page.getByText('Saved', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Compare version 2 with this note' }).click();
    const comparison = page.getByRole('dialog');
    await comparison.locator('ins').getByText('left').first().waitFor();
    expect(await violationsInBothSchemes(page)).toEqual([]);

    const { text } = await host.call('GET', '/admin/audit');
    expect(text).toContain(`/api/v1/transcripts/{id}/reopen`);
    const old = await host.call('GET', `/api/v1/transcripts/${id}/versions/2`);
    expect(z.object({ status: z.string() }).parse(old.json).status).toBe('signed');
  });

  test('a clinician is offered neither for a signed note', async () => {
    const id = await signed('Chidi Okafor');
    const { link } = await invited(host, { email: 'cl@practice.example', name: 'Cl', roles: ['clinician'] });
    const page = await screens.visit(new URL(link).pathname);
    await page.getByLabel('New password').fill('correct horse battery');
    await page.getByRole('button', { name: 'Accept' }).click();
    await page.getByRole('heading', { name: 'Today' }).waitFor();
    await page.goto(new URL(`clinical/notes/${id}`, screens.url).href);
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Copy the note' }).waitFor();
    for (const item of ['Delete', 'Open again for changes'])
      expect(await page.getByRole('menuitem', { name: item }).count()).toBe(0);
  });
});
