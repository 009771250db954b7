import { testHost } from 'chronoscribe/testing';
import type { Page } from 'playwright-core';
import { afterEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import scripted from '../fixtures/scripted-transcriber.ts';
import { violationsInBothSchemes } from './accessibility.ts';
import { browserPath, openConsole, type TestConsole } from './open-console.ts';

const Records = z.object({ items: z.array(z.object({ id: z.string() })) });

describe.skipIf(browserPath === undefined)('a clinician who records a visit', () => {
  let screens: TestConsole | undefined;
  afterEach(() => screens?.closePages());

  test('fills in whose visit it is meanwhile, also while the host is away and in another tab', async ({
    onTestFinished,
  }) => {
    const host = await testHost({ providers: [{ provider: scripted }] });
    onTestFinished(() => host.stop());
    screens = await openConsole(host);
    onTestFinished(() => screens?.close());

    const page = await screens.open('clinical/new', { permissions: ['microphone'] });
    await page.getByLabel('The patient agrees to the recording').check();
    await page.getByRole('button', { name: 'Start recording' }).click();
    const allSent = (of: Page) => of.getByText('The host has confirmed all sound so far').waitFor();
    await allSent(page);
    await page.getByLabel("Patient's name").fill('Zoë Adler');
    await page.getByRole('combobox', { name: 'Template' }).click();
    await page.getByRole('option', { name: 'DAP' }).click();
    expect(await page.getByRole('combobox', { name: 'Form' }).isDisabled()).toBe(true);
    expect(await violationsInBothSchemes(page)).toEqual([]);

    screens.expectAnswers('0 PUT /api/v1/transcripts/live');
    await page.route('**/settings', (route) => route.abort());
    const refused = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/settings'));
    await page.getByLabel('Patient number').fill('MRN 12');
    await refused;
    const again = await page.context().newPage();
    await page.close();

    await again.goto(new URL('clinical/new', screens.url).href);
    await again.getByRole('button', { name: 'Go on recording' }).click();
    await expect.poll(() => again.getByLabel('Patient number').inputValue()).toBe('MRN 12');
    await again.getByLabel('Reason').fill('Knee');
    await allSent(again);
    await again.getByRole('button', { name: 'Finish' }).click();
    await again.getByRole('link', { name: /Zoë Adler/ }).waitFor();
    const [record] = Records.parse((await host.call('GET', '/api/v1/records')).json).items;
    expect((await host.call('GET', `/api/v1/transcripts/${record?.id}`)).json).toMatchObject({
      template: 'dap',
      patient: { name: 'Zoë Adler', identifier: 'MRN 12' },
      visit: { reason: 'Knee' },
    });
  });
});
