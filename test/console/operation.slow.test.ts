import { type TestHost, testHost } from 'chronoscribe/testing';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { violations } from './accessibility.ts';
import { browserPath, openConsole, type TestConsole } from './open-console.ts';

const People = z.object({ items: z.array(z.object({ id: z.string(), email: z.string(), disabled: z.boolean() })) });
const Invited = z.object({ link: z.string() });

describe.skipIf(browserPath === undefined)('an operator at the console', () => {
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

  const people = async () => People.parse((await host.call('GET', '/api/v1/people')).json).items;
  /** A person who chose a password by the link of an invitation, on the page where that leads. */
  const joined = async (name: string, roles: readonly string[]): Promise<Page> => {
    const email = `${name.toLowerCase()}@practice.example`;
    const { json } = await host.call('POST', '/api/v1/people', { json: { email, name, roles } });
    const page = await screens.visit(new URL(Invited.parse(json).link).pathname);
    await page.getByLabel('New password').fill('correct horse battery');
    await page.getByRole('button', { name: 'Accept' }).click();
    await page.getByRole('button', { name: new RegExp(name) }).waitFor();
    return page;
  };

  test('invites a person, who joins by the link, and disables the person, whose page asks to sign in', async () => {
    const page = await screens.open('settings/people');
    await page.getByRole('button', { name: 'Invite a person' }).click();
    await page.getByLabel('Name').fill('Grace');
    await page.getByLabel('E-mail address').fill('grace@practice.example');
    await page.getByRole('dialog').getByRole('button', { name: 'Invite a person' }).click();
    const link = (await page.getByText(/\/console\/invitation\//).textContent()) ?? '';
    const hers = await screens.visit(new URL(link).pathname);
    await hers.getByLabel('New password').fill('correct horse battery');
    await hers.getByRole('button', { name: 'Accept' }).click();
    await hers.getByRole('heading', { name: 'Today' }).waitFor();

    await page.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('button', { name: 'Change Grace' }).click();
    await page.getByRole('menuitem', { name: 'Disable, and end all sessions' }).click();
    await page.getByText('Disabled').waitFor();
    expect((await people()).find(({ email }) => email === 'grace@practice.example')?.disabled).toBe(true);
    screens.expectAnswers('401 GET /api/v1/session');
    await hers.reload();
    await hers.getByRole('heading', { name: 'Sign in' }).waitFor();
  });

  test('begins a backup, and sees it in the list', async () => {
    const page = await screens.open('settings/data');
    await page.getByRole('button', { name: 'Back up now' }).click();
    await page
      .getByRole('listitem')
      .filter({ hasText: /^chronoscribe-.*tar/ })
      .waitFor();
    expect(await violations(page)).toEqual([]);
  });

  test('verifies the audit log, sees who did what from where, and the parts of the host', async () => {
    const page = await joined('Ada', ['operator', 'admin']);
    await page.goto(new URL('settings/audit', screens.url).href);
    await page.getByRole('button', { name: 'Verify the log' }).click();
    await page.getByText('Whole').waitFor();
    await page.reload();
    const entry = page.getByRole('row').filter({ hasText: 'GET /admin/audit/verification' });
    for (const shown of ['Ada', '127.0.0.1', '200']) await entry.getByText(shown, { exact: true }).waitFor();
    expect(await violations(page)).toEqual([]);
    await page.goto(new URL('settings/health', screens.url).href);
    await page.getByText('store sqlite').waitFor();
  });

  test.each(['light', 'dark'] as const)(
    'offers an admin who is no operator nothing that is refused (%s)',
    async (colorScheme) => {
      const admin = `Admin-${colorScheme}`;
      for (const [name, roles] of [
        ['Otto', ['operator', 'admin']],
        ['Vera', ['viewer']],
      ] as const) {
        const email = `${name.toLowerCase()}-${colorScheme}@practice.example`;
        await host.call('POST', '/api/v1/people', { json: { email, name: `${name}-${colorScheme}`, roles } });
      }
      for (const [name, scopes] of [
        ['host', ['operator']],
        ['own', ['clinical']],
      ] as const) {
        const json = { account_id: 'default', name: `${name}-${colorScheme}`, scopes };
        await host.call('POST', '/admin/keys', { json });
      }
      const page = await joined(admin, ['admin']);
      await page.emulateMedia({ colorScheme });
      await page.goto(new URL('settings/people', screens.url).href);
      const rowOf = (name: string) => page.getByRole('listitem').filter({ hasText: name });
      await rowOf(`Otto-${colorScheme}`).getByText('Only an operator changes this person').waitFor();
      const isEnabled = (name: string) => page.getByRole('button', { name, exact: true }).isEnabled();
      expect(await isEnabled(`Change Otto-${colorScheme}`)).toBe(false);
      expect(await isEnabled(`Change Vera-${colorScheme}`)).toBe(true);
      expect(await violations(page)).toEqual([]);
      await page.getByRole('button', { name: 'Invite a person' }).click();
      const role = page.getByRole('checkbox', { name: 'Operator' });
      await role.waitFor();
      expect(await role.isEnabled()).toBe(false);
      await page.getByText('Only an operator gives this role').waitFor();
      expect(await violations(page)).toEqual([]);

      await page.goto(new URL('settings/keys', screens.url).href);
      await rowOf(`host-${colorScheme}`).getByText('Only an operator gives it a new secret').waitFor();
      for (const action of ['New secret for', 'Revoke']) {
        expect(await isEnabled(`${action} “host-${colorScheme}”`)).toBe(false);
        expect(await isEnabled(`${action} “own-${colorScheme}”`)).toBe(true);
      }
      expect(await violations(page)).toEqual([]);
      await page.goto(new URL('settings/audit', screens.url).href);
      await page.getByRole('heading', { name: 'Audit log' }).waitFor();
      await page.getByRole('row').nth(1).waitFor();
      expect(await page.getByRole('button', { name: 'Verify the log' }).count()).toBe(0);
    },
  );

  test('offers an operator who is no admin the keys and the log', async () => {
    const page = await joined('Olga', ['operator']);
    await page.goto(new URL('settings/keys', screens.url).href);
    const parts = page.getByRole('navigation', { name: 'Settings' });
    for (const name of ['API keys', 'Audit log', 'Health']) await parts.getByRole('link', { name }).waitFor();
    expect(await parts.getByRole('link', { name: 'People' }).count()).toBe(0);
    await page.getByRole('button', { name: 'Make a key' }).click();
    await page.getByLabel('Name').fill('monitor');
    await page.getByRole('dialog').getByRole('button', { name: 'Make a key' }).click();
    await page.getByText(/csk_/).waitFor();
  });

  test.each([
    ['clinician', ['Today', 'Clock', 'Runs'], ['Automations']],
    ['developer', ['Clock', 'Timelines'], ['Today', 'Runs']],
  ] as const)('sees only what the role %s allows', async (role, seen, hidden) => {
    const page = await joined(`Mary-${role}`, [role]);
    const links = page.getByRole('navigation', { name: 'Areas' });
    for (const name of seen) await links.getByRole('link', { name, exact: true }).waitFor();
    for (const name of hidden) expect(await links.getByRole('link', { name, exact: true }).count()).toBe(0);
  });
});
