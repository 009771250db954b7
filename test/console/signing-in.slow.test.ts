import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { temporaryFolder } from 'chronoscribe/testing';
import { TOTP } from 'otpauth';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { type CliHost, startCli } from '../../core/cli/testing.ts';
import { freePort } from '../../plugins/console/testing/free-port.ts';
import { startIdentityProvider, type TestIdentityProvider } from '../../plugins/console/testing/identity-provider.ts';
import { violationsInBothSchemes } from './accessibility.ts';
import { browserPath, openConsole, type TestConsole } from './open-console.ts';

const key = 'a-key-for-walks-that-is-long-enough';
const password = 'correct horse battery';
const Invited = z.object({ link: z.string() });

describe.skipIf(browserPath === undefined)('who signs in at the console', () => {
  let host: CliHost;
  let provider: TestIdentityProvider;
  let screens: TestConsole;
  beforeAll(async () => {
    const folder = await temporaryFolder();
    const port = await freePort();
    provider = await startIdentityProvider(`http://localhost:${port}/api/v1/session/oidc/callback`);
    const oidc = { ...provider.settings, roleClaim: 'groups', roles: { doctors: 'clinician' } };
    const file = join(folder.path, 'config.yaml');
    await writeFile(file, JSON.stringify({ log: { level: 'silent' }, plugins: { console: { with: { oidc } } } }));
    host = await startCli(['--config', file, '--data', join(folder.path, 'data'), '--port', String(port)], {
      environment: { CHRONOSCRIBE_API_KEY: key },
    });
    screens = await openConsole({ url: host.url, key }, { origins: [provider.issuer] });
    return () => folder.remove();
  });
  afterEach(() => screens.closePages());
  afterAll(async () => {
    await screens.close();
    await host.stop();
    await provider.stop();
  });

  /** A person who chose a password by the link of an invitation. */
  const joined = async (name: string): Promise<{ readonly page: Page; readonly email: string }> => {
    const email = `${randomUUID()}@practice.example`;
    const answer = await fetch(new URL('/api/v1/people', host.url), {
      method: 'POST',
      headers: { 'x-api-key': key, 'content-type': 'application/json' },
      body: JSON.stringify({ email, name, roles: ['clinician'] }),
    });
    const page = await screens.visit(new URL(Invited.parse(await answer.json()).link).pathname);
    await page.getByLabel('New password').fill(password);
    await page.getByRole('button', { name: 'Accept' }).click();
    await page.getByRole('button', { name: new RegExp(name) }).waitFor();
    return { page, email };
  };

  test('comes in by the identity provider of the practice, to the page that was asked for', async () => {
    provider.accounts.set('ada', {
      email: 'ada@practice.example',
      email_verified: true,
      name: 'Ada',
      groups: ['doctors'],
    });
    provider.next('ada');
    screens.expectAnswers('401 GET /api/v1/session');
    const page = await screens.visit('time/timelines');
    await page.getByRole('link', { name: 'Continue with Practice ID' }).click();
    await page.getByRole('heading', { name: 'Timelines' }).waitFor();
    await page.getByRole('button', { name: /Ada/ }).waitFor();
    expect(page.url()).toBe(new URL('time/timelines', screens.url).href);
  });

  test('is asked for a code beside the password once an authenticator was confirmed', async () => {
    const { page, email } = await joined('Barbara');
    await page.goto(new URL('settings/account', screens.url).href);
    await page.getByRole('button', { name: 'Set up codes' }).click();
    const secret = (await page.locator('code').textContent()) ?? '';
    const code = (steps: number) => new TOTP({ secret }).generate({ timestamp: Date.now() + steps * 30_000 });
    await page.getByRole('textbox', { name: /^Code/ }).fill(code(-1));
    await page.getByRole('button', { name: 'Confirm' }).click();
    await page.getByText('also needs a code').waitFor();
    screens.expectAnswers('401 POST /api/v1/session');
    await page.getByRole('button', { name: /Barbara/ }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();

    await page.getByLabel('E-mail address').fill(email);
    await page.getByLabel(/^Password/).fill(password);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByText('Code from your authenticator').waitFor();
    expect(await violationsInBothSchemes(page)).toEqual([]);
    await page.keyboard.type(code(0));
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByRole('heading', { name: 'Today' }).waitFor();
  });

  test('finds what was typed after the screen was locked, and nobody else can read it meanwhile', async () => {
    const { page } = await joined('Katherine');
    await page.clock.install();
    await page.goto(new URL('time/timelines', screens.url).href);
    await page.getByRole('button', { name: 'New event' }).click();
    await page.getByLabel('What happened').fill('Half of a sentence');
    await page.clock.fastForward('30:01');
    const lock = page.getByRole('dialog', { name: 'Locked' });
    await lock.waitFor();
    expect(await violationsInBothSchemes(page)).toEqual([]);
    await expect
      .poll(async () => (await page.request.get(new URL('/api/v1/session', host.url).href)).status())
      .toBe(401);

    await lock.getByLabel(/^Password/).fill(password);
    await lock.getByRole('button', { name: 'Sign in', exact: true }).click();
    await lock.waitFor({ state: 'detached' });
    expect(await page.getByLabel('What happened').inputValue()).toBe('Half of a sentence');
    await page.getByLabel('Time (UTC)').fill('2026-12-01T08:00:00');
    await page.getByRole('dialog').getByLabel('Place').fill('Office');
    await page.getByRole('dialog').getByRole('button', { name: 'Record' }).click();
    await page.getByRole('heading', { name: 'Half of a sentence' }).waitFor();
  });
});
