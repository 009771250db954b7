import { type TestHost, testHost } from 'chronoscribe/testing';
import type { Page } from 'playwright-core';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { violationsInBothSchemes } from './accessibility.ts';
import { browserPath, openConsole, type TestConsole } from './open-console.ts';

const visit = `WEBVTT

00:00:00.000 --> 00:00:04.000
<v Doctor>What brings you in today?

00:00:04.000 --> 00:00:09.000
<v Patient>My knee hurts, and I am allergic to penicillin.
`;

describe.skipIf(browserPath === undefined)('who works by keys', () => {
  let host: TestHost;
  let screens: TestConsole;
  beforeAll(async () => {
    host = await testHost();
    screens = await openConsole(host);
    for (const name of ['Ana Souza', 'Bert Ito', 'Chidi Okafor']) {
      const form = new FormData();
      form.set('file', new Blob([visit]), 'visit.vtt');
      form.set('patient', JSON.stringify({ name }));
      const sent = await host.call('POST', '/api/v1/transcripts/upload_audio_file', { form });
      expect(sent.status, sent.text).toBeLessThan(300);
    }
    return async () => {
      await screens.close();
      await host.stop();
    };
  });
  afterEach(() => screens.closePages());

  const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor();

  test('goes to a screen by Ctrl+K, and to a note by its patient', async () => {
    const page = await screens.open('clinical/today');
    await heading(page, 'Today');
    await page.keyboard.press('Control+k');
    const field = page.getByRole('textbox', { name: 'Go to…' });
    await field.and(page.locator(':focus')).waitFor();
    expect(await violationsInBothSchemes(page)).toEqual([]);
    await page.keyboard.type('keys');
    await page.getByText('API keys').waitFor();
    await page.keyboard.press('Enter');
    await heading(page, 'API keys');

    await page.keyboard.press('Control+k');
    await field.and(page.locator(':focus')).waitFor();
    await page.keyboard.type('bert');
    await page.getByRole('dialog').getByText('Bert Ito').waitFor();
    await page.keyboard.press('Enter');
    await heading(page, 'Bert Ito');
  });

  test('finds a note, goes from one to the next, signs one, and is told the keys', async () => {
    const page = await screens.open('clinical/today');
    await heading(page, 'Today');
    await page.keyboard.press('/');
    expect(await page.evaluate('document.activeElement.type')).toBe('search');
    await page.keyboard.type('j?');
    expect(await page.getByRole('searchbox').inputValue()).toBe('j?');
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.press('Delete');
    await page.getByRole('link', { name: 'Chidi Okafor' }).waitFor();
    await page.keyboard.press('Escape');
    for (const key of ['j', 'j', 'j', 'j', 'k', 'Enter']) await page.keyboard.press(key);
    await heading(page, 'Bert Ito');
    await page.keyboard.press('j');
    await heading(page, 'Ana Souza');
    await page.keyboard.press('j');
    await page.getByText('No further note waits for a review').waitFor();
    await page.keyboard.press('k');
    await heading(page, 'Bert Ito');

    await page.keyboard.press('?');
    const help = page.getByRole('textbox', { name: 'Keys' });
    await help.and(page.locator(':focus')).waitFor();
    for (const text of ['Next note', 'Sign this note', 'Go to…', 'Add a statement, in a statement'])
      await page.getByRole('dialog').getByText(text, { exact: true }).waitFor();
    expect(await violationsInBothSchemes(page)).toEqual([]);
    // What is typed there looks for a key, and does nothing else.
    await page.keyboard.press('k');
    await page.keyboard.press('Escape');
    await help.waitFor({ state: 'hidden' });
    await heading(page, 'Bert Ito');

    await page.keyboard.press('s');
    const confirmation = page.getByRole('dialog', { name: 'Sign this note' });
    await confirmation.waitFor();
    await page.keyboard.press('Escape');
    await confirmation.waitFor({ state: 'hidden' });
    await page.getByRole('textbox').first().focus();
    await page.keyboard.press('Escape');
    await page.keyboard.press('s');
    await confirmation.waitFor();
    for (const box of await confirmation.getByRole('checkbox').all()) {
      await box.focus();
      await page.keyboard.press('Space');
    }
    await confirmation.getByRole('button', { name: 'Sign' }).focus();
    await page.keyboard.press('Enter');
    await page.getByText(/^Signed by/).waitFor();
    await page.keyboard.press('j');
    await heading(page, 'Ana Souza');
    const { json } = await host.call('GET', '/api/v1/records?status=signed');
    expect(z.object({ items: z.array(z.object({ title: z.string() })) }).parse(json).items).toHaveLength(1);
  });
});
