import { testHost } from 'chronoscribe/testing';
import { expect, test } from 'vitest';
import { violationsInBothSchemes } from './accessibility.ts';
import { browserPath, openConsole } from './open-console.ts';

const visitOf = (patient: string, words: string) => {
  const form = new FormData();
  form.set('file', new Blob([`WEBVTT\n\n00:00:00.000 --> 00:00:04.000\n<v Patient>${words}\n`]), 'visit.vtt');
  form.set('patient', JSON.stringify({ name: patient }));
  return form;
};

test.skipIf(browserPath === undefined)(
  'a note is found by a word of it, which is marked, in the list and from every screen',
  async ({ onTestFinished }) => {
    const host = await testHost();
    onTestFinished(() => host.stop());
    const path = '/api/v1/transcripts/upload_audio_file';
    await host.call('POST', path, { form: visitOf('Zoë Adler', 'My elbow has been swollen for two weeks.') });
    await host.call('POST', path, { form: visitOf('Chidi Okafor', 'I am allergic to penicillin.') });
    const screens = await openConsole(host);
    onTestFinished(() => screens.close());
    const page = await screens.open('clinical/today');
    await page.getByRole('link', { name: 'Chidi Okafor' }).waitFor();
    await page.getByPlaceholder('Patient, number, title, or what a note says').fill('swol');
    await page.locator('mark').getByText('swol', { exact: true }).first().waitFor();
    await page.getByRole('link', { name: 'Zoë Adler' }).waitFor();
    expect(await page.getByRole('link', { name: 'Chidi Okafor' }).count()).toBe(0);
    expect(await violationsInBothSchemes(page)).toEqual([]);

    await page.goto(new URL('time/timelines', screens.url).href);
    await page.getByRole('heading', { name: 'Timelines' }).waitFor();
    await page.keyboard.press('Control+k');
    await page.getByPlaceholder('A screen, a patient, words of a note').fill('penicillin');
    await page.getByText('Chidi Okafor').first().waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Chidi Okafor' }).waitFor();
    await screens.closePages();
  },
);
