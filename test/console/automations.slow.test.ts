import { type TestHost, testHost } from 'chronoscribe/testing';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { violationsInBothSchemes } from './accessibility.ts';
import { browserPath, openConsole, type TestConsole } from './open-console.ts';

const Automations = z.object({
  items: z.array(z.object({ name: z.string(), counts: z.object({ done: z.int() }), written: z.unknown() })),
});

describe.skipIf(browserPath === undefined)('an operator', () => {
  let host: TestHost;
  let screens: TestConsole;
  beforeAll(async () => {
    const inFile = { on: 'run.failed', do: [{ 'clock.pause': {} }] };
    host = await testHost({ config: { automations: { 'in-the-file': inFile } } });
    screens = await openConsole(host);
    for (const [description, location] of [
      ['a delivery', 'Ward 3'],
      ['a visit', 'Ward 4'],
    ]) {
      const json = { description, location, time: '2020-05-04T09:00:00Z' };
      await host.call('POST', '/v1/record-event', { json });
    }
  });
  afterEach(() => screens.closePages());
  afterAll(async () => {
    await screens.close();
    await host.stop();
  });

  const found = async (name: string) =>
    Automations.parse((await host.call('GET', '/api/v1/automations')).json).items.find((each) => each.name === name);
  const eventsIn = async (location: string) => {
    const time_range = '2000-01-01T00:00:00Z/2030-01-01T00:00:00Z';
    const { json } = await host.call('GET', `/v1/search-events?${new URLSearchParams({ location, time_range })}`);
    return z.object({ events: z.array(z.unknown()) }).parse(json).events.length;
  };
  /** Chooses from a list that is searched. */
  const choose = async (page: Page, label: string, option: string) => {
    await page.getByRole('combobox', { name: label, exact: true }).fill(option);
    await page.getByRole('option', { name: option, exact: true }).click();
  };

  test('writes an automation after looking at what it would have done, tries it on an event, and takes it back', async () => {
    const page = await screens.open('workflows/automations');
    await page.getByText('In the configuration').waitFor();
    expect(await page.getByRole('button', { name: 'Change “in-the-file”' }).count()).toBe(0);
    await page.getByRole('button', { name: 'New automation' }).click();
    const dialog = page.getByRole('dialog', { name: 'New automation' });
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByText('Fill this in.').first().waitFor();
    await dialog.getByLabel('Name').fill('copies');
    await choose(page, 'Event', 'event.passed');
    await page.keyboard.press('Tab');
    await choose(page, 'Action 1', 'events.record');
    await dialog.getByLabel('description').fill('=event.description');
    await dialog.getByRole('textbox', { name: 'time', exact: true }).fill('2020-05-05T09:00:00Z');
    await dialog.getByLabel('location').fill('Archive');
    await dialog.getByLabel('Only if').fill("event.place == 'Ward 3'");
    screens.expectAnswers('422 POST /api/v1/automations/copies/outlook');
    await dialog.getByRole('button', { name: 'Preview' }).click();
    await dialog.getByText(/place/).last().waitFor();
    await dialog.getByLabel('Only if').fill("event.location == 'Ward 3'");
    await dialog.getByRole('button', { name: 'Preview' }).click();
    await dialog.getByText('It would have run for 1 of the latest 2 events').waitFor();
    await dialog.getByText('Its condition does not hold').waitFor();
    expect(await violationsInBothSchemes(page)).toEqual([]);
    expect(await found('copies')).toBeUndefined();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByText('copies is saved and works.').waitFor();

    await page.getByRole('button', { name: 'Try “copies”' }).click();
    await page.getByText('What would be run').click();
    await page.getByText('"description": "a delivery"').waitFor();
    expect(await violationsInBothSchemes(page)).toEqual([]);
    expect(await eventsIn('Archive')).toBe(0);
    await page.getByRole('button', { name: /^Run it: event.passed/ }).click();
    await page.getByText('as if the event had just happened').waitFor();
    expect(await eventsIn('Archive')).toBe(0);
    await page.getByRole('button', { name: 'Run it', exact: true }).last().click();
    await expect.poll(() => eventsIn('Archive')).toBe(1);
    await expect.poll(async () => (await found('copies'))?.counts.done).toBe(1);
    await page.keyboard.press('Escape');

    await page.getByRole('button', { name: 'Delete “copies”' }).click();
    await expect.poll(() => found('copies')).toBeUndefined();
    await page.getByText('copies was deleted.').waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(async () => (await found('copies'))?.written).toMatchObject({ by: expect.any(String) });
    await page.getByRole('button', { name: 'Change “copies”' }).click();
    await page.getByLabel('Only if').fill('');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect.poll(async () => JSON.stringify((await found('copies'))?.written)).not.toContain('Ward 3');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(async () => JSON.stringify((await found('copies'))?.written)).toContain('Ward 3');
  });

  test('makes a schedule after looking at its next times, changes it, and deletes it', async () => {
    const page = await screens.open('workflows/schedules', { timezoneId: 'Europe/Berlin' });
    await page.getByRole('button', { name: 'New schedule' }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('weekly-summary');
    await choose(page, 'Action 1', 'runs.summarize');
    await dialog.getByRole('textbox', { name: 'Times' }).fill('0 7 31 2 *');
    screens.expectAnswers('422 POST /api/v1/automations/weekly-summary/outlook');
    await dialog.getByRole('button', { name: 'Preview' }).click();
    await dialog.getByText('has no time at all').waitFor();
    await dialog.getByRole('textbox', { name: 'Times' }).fill('0 7 * * MON');
    await dialog.getByRole('button', { name: 'Preview' }).click();
    await dialog.getByText('It fires at').waitFor();
    expect(await dialog.getByText(/7:00/).count()).toBeGreaterThanOrEqual(5);
    expect(await violationsInBothSchemes(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByText(/0 7 \* \* MON · Europe\/Berlin/).waitFor();
    await page.getByRole('button', { name: 'Change “weekly-summary”' }).click();
    await page.getByRole('textbox', { name: 'Times' }).fill('0 8 * * TUE');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText(/0 8 \* \* TUE/).waitFor();
    await page.getByRole('button', { name: 'Delete “weekly-summary”' }).click();
    await page.getByText('weekly-summary', { exact: true }).waitFor({ state: 'detached' });
  });
});
