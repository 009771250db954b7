import { type TestHost, testHost } from 'chronoscribe/testing';
import type { Page } from 'playwright-core';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { violationsInBothSchemes } from './accessibility.ts';
import { browserPath, openConsole, type TestConsole } from './open-console.ts';
import { statement } from './steps/visit.ts';

const visit = `WEBVTT

00:00:00.000 --> 00:00:04.000
<v Doctor>What brings you in today?

00:00:04.000 --> 00:00:09.000
<v Patient>My right knee has been hurting for two weeks.

00:00:09.000 --> 00:00:13.000
<v Patient>I am allergic to penicillin.
`;

const Note = z.object({
  version: z.number(),
  sections: z.array(z.object({ name: z.string(), statements: z.array(z.object({ text: z.string() })) })),
  speakers: z.array(z.object({ name: z.string().nullable() })),
});

describe.skipIf(browserPath === undefined)('a clinician who edits a note', () => {
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

  const review = async (): Promise<{ readonly id: string; readonly page: Page }> => {
    const form = new FormData();
    form.set('file', new Blob([visit]), 'visit.vtt');
    form.set('patient', JSON.stringify({ name: 'Zoë Adler' }));
    const answer = await host.call('POST', '/api/v1/transcripts/upload_audio_file', { form });
    const { id } = z.object({ id: z.string() }).parse(answer.json);
    const page = await screens.open(`clinical/notes/${id}`);
    await page.getByRole('heading', { name: 'Zoë Adler' }).waitFor();
    return { id, page };
  };
  const noteOf = async (id: string) => Note.parse((await host.call('GET', `/api/v1/transcripts/${id}`)).json);
  const textsOf = async (id: string) =>
    (await noteOf(id)).sections.flatMap(({ statements }) => statements.map(({ text }) => text));
  const remove = async (page: Page, text: string) => {
    const row = page.getByRole('listitem').filter({ has: statement(page, text) });
    await row
      .last()
      .getByRole('button', { name: /^Actions for/ })
      .click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
  };

  test('takes back by keys what was typed, added and deleted, also once it is saved, and makes it again', async () => {
    const { id, page } = await review();
    const before = await textsOf(id);
    await statement(page, 'knee').fill('The left knee hurts.');
    await page.getByText('Saved', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Add a statement' }).last().click();
    await page.keyboard.type('Rest.');
    await remove(page, 'penicillin');
    const allergies = (texts: readonly string[]) => texts.filter((text) => text.includes('penicillin')).length;
    await expect.poll(async () => allergies(await textsOf(id))).toBe(allergies(before) - 1);
    const after = await textsOf(id);
    expect(after).toEqual(expect.arrayContaining(['The left knee hurts.', 'Rest.']));

    await page.getByRole('textbox').first().focus();
    for (let pressed = 0; pressed < 4; pressed += 1) await page.keyboard.press('Control+z');
    await expect.poll(() => textsOf(id)).toEqual(before);
    // Outside of every field too.
    await page.getByRole('tab', { name: 'Versions' }).click();
    for (let pressed = 0; pressed < 3; pressed += 1) await page.keyboard.press('Control+Shift+Z');
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Redo' }).click();
    await expect.poll(() => textsOf(id)).toEqual(after);
  });

  test('brings back a deleted statement by the notification, and keeps what another tab wrote', async () => {
    const { id, page } = await review();
    await remove(page, 'penicillin');
    const undo = page.getByRole('button', { name: 'Undo' });
    await undo.waitFor();
    expect(await violationsInBothSchemes(page)).toEqual([]);
    await page.getByText('Saved', { exact: true }).waitFor();
    const { version, sections } = await noteOf(id);
    const theirs = sections.map(({ name, statements }) => ({
      name,
      statements: name === 'Subjective' ? [...statements, { text: 'Written by somebody else.' }] : statements,
    }));
    await host.call('PATCH', `/api/v1/transcripts/${id}`, { json: { version, sections: theirs } });
    await page.evaluate(`new BroadcastChannel('chronoscribe-changes').postMessage(['transcripts', '${id}'])`);
    await statement(page, 'somebody else').waitFor();
    await undo.click();
    await statement(page, 'penicillin').waitFor();
    await expect.poll(async () => (await textsOf(id)).join()).toMatch(/penicillin/);
    expect(await textsOf(id)).toContain('Written by somebody else.');
    expect(await undo.count()).toBe(0);
  });

  test('brings back an earlier version, with its speakers, and takes that back', async () => {
    const { id, page } = await review();
    const before = await textsOf(id);
    const speaker = page.getByRole('button', { name: /· Patient/ }).first();
    await speaker.click();
    await page.getByLabel('Name', { exact: true }).fill('Mrs. Adler');
    await page.keyboard.press('Escape');
    await statement(page, 'knee').fill('The left knee hurts.');
    await expect.poll(() => textsOf(id)).toContain('The left knee hurts.');
    await page.getByText('Saved', { exact: true }).waitFor();
    const after = await textsOf(id);

    await page.getByRole('tab', { name: 'Versions' }).click();
    await page.getByRole('button', { name: 'Bring back version 1', exact: true }).click();
    await page.getByText('Version 1 is back').waitFor();
    expect(await violationsInBothSchemes(page)).toEqual([]);
    await expect.poll(() => textsOf(id)).toEqual(before);
    expect((await noteOf(id)).speakers.map(({ name }) => name)).not.toContain('Mrs. Adler');
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => textsOf(id)).toEqual(after);
    expect((await noteOf(id)).speakers.map(({ name }) => name)).toContain('Mrs. Adler');
  });

  test('adds a code to a chiropractic visit and takes one out, with a step back for each', async () => {
    const form = new FormData();
    const spoken = ['My diagnosis is lumbar segmental dysfunction at L5.', 'I adjusted L5 today.'];
    const cues = spoken.map((text, at) => `00:0${at}.000 --> 00:0${at + 1}.000\n<v Doctor>${text}\n`);
    form.set('file', new Blob([`WEBVTT\n\n${cues.join('\n')}`]), 'visit.vtt');
    const answer = await host.call('POST', '/api/v1/transcripts/grid_chiropractor', { form });
    const path = answer.headers.get('content-location') ?? '';
    const codes = async () => {
      const { json } = await host.call('GET', path);
      return z
        .object({ codes: z.array(z.object({ code: z.string() })) })
        .parse(json)
        .codes.map(({ code }) => code);
    };
    expect(await codes()).toEqual(['M99.03', '98940']);
    const page = await screens.open(`clinical/notes/${path.split('/').at(-1)}`);
    await page.getByRole('tab', { name: 'Grid' }).click();
    await page.getByRole('button', { name: 'Take out 98940' }).click();
    await page.getByRole('button', { name: 'Add the code' }).click();
    await page.getByText('Fill this in.').waitFor();
    await page.getByRole('textbox', { name: 'Code' }).fill('M99.03');
    await page.getByText('It is there already').waitFor();
    await page.getByRole('textbox', { name: 'Code' }).fill('m54.50');
    await page.getByRole('button', { name: 'Add the code' }).click();
    await page.getByText('added by hand', { exact: false }).last().waitFor();
    expect(await violationsInBothSchemes(page)).toEqual([]);
    await expect.poll(codes).toEqual(['M99.03', 'M54.50']);
    await page.getByRole('heading', { name: 'Codes' }).click();
    await page.keyboard.press('Control+z');
    await expect.poll(codes).toEqual(['M99.03']);
    await page.keyboard.press('Control+z');
    await expect.poll(codes).toEqual(['M99.03', '98940']);
  });
});
