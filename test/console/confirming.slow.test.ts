import { randomUUID } from 'node:crypto';
import { type TestHost, testHost } from 'chronoscribe/testing';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { sleepFor } from '../../plugins/console/testing/later.ts';
import { invited, password } from '../../plugins/console/testing/people.ts';
import { violations, violationsInBothSchemes } from './accessibility.ts';
import { browserPath, openConsole, type TestConsole } from './open-console.ts';

const sixMinutes = 6 * 60_000;

describe.skipIf(browserPath === undefined)('a person at the console', () => {
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

  const joined = async (texts: { field: string; accept: string }, options?: BrowserContextOptions): Promise<Page> => {
    const email = `${randomUUID()}@practice.example`;
    const { link } = await invited(host, { email, name: 'Grace', roles: ['admin'] });
    const page = await screens.visit(new URL(link).pathname, options);
    await page.getByLabel(texts.field).fill(password);
    await page.getByRole('button', { name: texts.accept }).click();
    await page.getByRole('button', { name: /Grace/ }).waitFor();
    return page;
  };
  const english = { field: 'New password', accept: 'Accept' };

  test('confirms once with the password before a key is made, and the request goes on', async () => {
    const page = await joined(english);
    await page.goto(new URL('settings/keys', screens.url).href);
    sleepFor(sixMinutes);
    screens.expectAnswers('403 POST /admin/keys', '403 POST /api/v1/session/confirm');
    await page.getByRole('button', { name: 'Make a key' }).first().click();
    await page.getByRole('dialog').getByLabel(/^Name/).fill('For the laboratory');
    await page.getByRole('dialog').getByRole('button', { name: 'Make a key' }).click();
    const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' });
    await dialog.waitFor();
    // The page below is still sending, so it is never still.
    expect(await violations(page)).toEqual([]);
    await dialog.getByLabel(/^Password/).fill('not the password');
    await page.keyboard.press('Enter');
    await dialog.getByRole('alert').waitFor();
    await dialog.getByLabel(/^Password/).fill(password);
    await page.keyboard.press('Enter');
    await dialog.waitFor({ state: 'detached' });
    await page.getByText(/csk_/).waitFor();
  });

  test('gives up a change that it does not want to confirm, and nothing is changed', async () => {
    const page = await joined(english);
    await page.goto(new URL('settings/account', screens.url).href);
    sleepFor(sixMinutes);
    screens.expectAnswers('403 POST /api/v1/people/me/totp');
    await page.getByRole('button', { name: 'Set up codes' }).click();
    const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' });
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('alert').waitFor();
    await page.getByRole('button', { name: 'Set up codes' }).waitFor();
  });

  test('reads in its own language why a password is not taken', async () => {
    const email = `${randomUUID()}@practice.example`;
    const { link } = await invited(host, { email, name: 'Grace', roles: ['viewer'] });
    const page = await screens.visit(new URL(link).pathname, { locale: 'de-DE' });
    screens.expectAnswers('422 POST /api/v1/invitations/');
    await page.getByLabel('Neues Passwort').fill('passwordpassword');
    await page.getByRole('button', { name: 'Annehmen' }).click();
    await page.getByText('Dieses Passwort ist leicht zu erraten. Ein wiederholter Teil zählt einmal.').waitFor();
    expect(await violationsInBothSchemes(page)).toEqual([]);
  });

  test('finds the screen locked after the machine has slept, with what was typed', async () => {
    const page = await joined(english);
    await page.clock.install();
    await page.goto(new URL('time/timelines', screens.url).href);
    await page.getByRole('button', { name: 'New event' }).click();
    await page.getByLabel('What happened').fill('Half of a sentence');
    // The clock on the wall goes on, and no timer: then somebody moves the mouse.
    await page.clock.setSystemTime(Date.now() + 2 * 3_600_000);
    await page.mouse.move(200, 200);
    const lock = page.getByRole('dialog', { name: 'Locked' });
    await lock.waitFor();
    await lock.getByLabel(/^Password/).fill(password);
    await lock.getByRole('button', { name: 'Sign in', exact: true }).click();
    await lock.waitFor({ state: 'detached' });
    expect(await page.getByLabel('What happened').inputValue()).toBe('Half of a sentence');
  });
});
