import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { type TestHost, testHost } from 'chronoscribe/testing';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { overflowing, violationsInBothSchemes } from './accessibility.ts';
import { browserPath, openConsole, type TestConsole } from './open-console.ts';

const visit = resolve(import.meta.dirname, '../../config/tour/consultation.vtt');
const Templates = z.object({
  items: z.array(
    z.object({
      name: z.string(),
      sections: z.array(z.object({ name: z.string() })),
      written: z.object({ version: z.int() }).nullable(),
    }),
  ),
});

describe.skipIf(browserPath === undefined)('an administrator', () => {
  let host: TestHost;
  let screens: TestConsole;
  beforeAll(async () => {
    const templates = { ours: [{ name: 'Story', contents: ['history'] }] };
    host = await testHost({ config: { plugins: { 'audio-notes': { with: { templates } } } } });
    screens = await openConsole(host);
    const form = new FormData();
    form.set('file', new Blob([await readFile(visit)]), 'consultation.vtt');
    form.set('patient', JSON.stringify({ name: 'Chidi Okafor' }));
    await host.call('POST', '/api/v1/transcripts/upload_audio_file', { form });
  });
  afterEach(() => screens.closePages());
  afterAll(async () => {
    await screens.close();
    await host.stop();
  });

  const found = async (name: string) =>
    Templates.parse((await host.call('GET', '/api/v1/templates')).json).items.find((each) => each.name === name);

  test('writes a template after looking at a visit in it, and takes it back', async () => {
    const page = await screens.open('settings/templates?template=soap');
    await page.getByRole('button', { name: 'New template from this' }).click();
    const dialog = page.getByRole('dialog', { name: 'New template from SOAP' });
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByText('Fill this in.').first().waitFor();
    await dialog.getByLabel('Name').fill('visit');
    await dialog.getByLabel('Heading 1').fill('What was told');
    await dialog.getByRole('button', { name: 'Move section 2 up' }).click();
    await dialog.getByRole('button', { name: 'Remove section 5' }).click();
    await dialog.getByRole('combobox', { name: 'Visit' }).click();
    await page.getByRole('option', { name: /^Chidi Okafor/ }).click();
    await dialog.getByRole('button', { name: 'Show' }).click();
    await dialog.getByRole('article').getByRole('heading', { name: 'What was told' }).waitFor();
    expect(await violationsInBothSchemes(page)).toEqual([]);
    expect(await found('visit')).toBeUndefined();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('heading', { name: 'visit', exact: true }).waitFor();
    const headings = ['Objective', 'What was told', 'Assessment', 'Plan'];
    expect((await found('visit'))?.sections.map(({ name }) => name)).toEqual(headings);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => found('visit')).toBeUndefined();
  });

  test('changes one, and not over what somebody else has saved meanwhile', async () => {
    const sections = [{ name: 'Report', contents: ['history'] }];
    await host.call('PUT', '/api/v1/templates/shared', { json: { sections } });
    const page = await screens.open('settings/templates?template=shared');
    await page.getByRole('button', { name: 'Change' }).click();
    const dialog = page.getByRole('dialog', { name: 'Change shared' });
    await dialog.getByLabel('Heading 1').fill('Mine');
    await host.call('PUT', '/api/v1/templates/shared', { json: { sections: [{ ...sections[0], name: 'Theirs' }] } });
    screens.expectAnswers('409 PUT /api/v1/templates/shared');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByText('Somebody else has changed this meanwhile.').waitFor();
    expect(await dialog.getByLabel('Heading 1').inputValue()).toBe('Mine');
    expect((await found('shared'))?.sections).toMatchObject([{ name: 'Theirs' }]);
  });

  test('is shown where the configuration rules, and changes nothing there', async () => {
    const page = await screens.open('settings/templates?template=ours', { viewport: { width: 390, height: 800 } });
    await page.getByText('From the configuration of this host.').waitFor();
    expect(await page.getByRole('button', { name: 'Change' }).count()).toBe(0);
    await page.getByRole('button', { name: 'New template from this' }).click();
    await page.getByRole('dialog').getByLabel('Heading 1').waitFor();
    expect(await overflowing(page)).toEqual([]);
  });
});
