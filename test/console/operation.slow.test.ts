import { definePlugin, Problem, route, workflow } from 'chronoscribe';
import { type TestHost, testHost } from 'chronoscribe/testing';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { browserPath, openConsole, type TestConsole, violations } from './open-console.ts';

let printerIsOut = true;

/** A workflow whose second step fails until somebody has mended the printer. */
const printing = definePlugin({
  name: 'printing',
  auth: 'any',
  workflows: () => ({
    print: workflow<{ readonly text: string }>('print')
      .step('page', ({ input }) => ({ lines: input.text.length }))
      .step('paper', () => {
        if (printerIsOut) throw new Problem('printer-out', { status: 409, detail: 'The printer has no paper.' });
        return { printed: true };
      })
      .answer(({ printed }) => ({ body: { printed }, location: '' })),
  }),
  routes: ({ workflows: { print } }) => [
    route({
      method: 'POST',
      path: '/api/v1/print',
      summary: 'Print a text',
      request: z.object({ text: z.string() }),
      response: z.object({ printed: z.boolean() }),
      problems: ['printer-out'],
      byRun: true,
      handle: ({ run, input }) => run(print, input),
    }),
  ],
});

const config = {
  automations: {
    'note-to-folder': {
      on: 'transcript.completed',
      do: [{ 'transcripts.export': { transcript: '=record.id', format: 'md', folder: './notes' } }],
    },
  },
};

const People = z.object({ items: z.array(z.object({ id: z.string(), email: z.string(), disabled: z.boolean() })) });
const Invited = z.object({ link: z.string() });

describe.skipIf(browserPath === undefined)('an operator at the console', () => {
  let host: TestHost;
  let screens: TestConsole;
  beforeAll(async () => {
    host = await testHost({ config, plugins: [printing] });
    screens = await openConsole(host);
  });
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

  test('sees why a run failed and goes on with it from that step', async () => {
    const failed = await host.call('POST', '/api/v1/print', { json: { text: 'Two lines' } });
    expect(failed.status).toBe(409);
    const page = await screens.open('workflows/runs?status=failed');
    await page.getByRole('link', { name: /print/ }).click();
    await page.getByText('The printer has no paper.').first().waitFor();
    printerIsOut = false;
    await page.getByRole('button', { name: 'Run again from paper on' }).click();
    await page.getByText('"printed": true').waitFor();
    await page.getByLabel('paper, step · Done').waitFor();
  });

  test('sees what an automation would do for an event', async () => {
    const page = await screens.open('workflows/automations');
    await page.getByRole('button', { name: 'Try “note-to-folder”' }).click();
    const payload = {
      record: {
        id: 'rec_1',
        form: 'audio-note',
        template: 'soap',
        status: 'draft',
        patient: null,
        warnings: 0,
        coverage: 1,
      },
    };
    await page.getByLabel('Payload of the event').fill(JSON.stringify(payload));
    await page.getByRole('button', { name: 'Try', exact: true }).click();
    await page.getByRole('dialog').getByText('transcripts.export').waitFor();
    await page.getByText('"transcript": "rec_1"').waitFor();
  });

  test('makes a key that works, and revokes it', async () => {
    const page = await screens.open('settings/keys');
    await page.getByRole('button', { name: 'Make a key' }).click();
    await page.getByLabel('Name').fill('Laboratory');
    await page.getByRole('dialog').getByRole('button', { name: 'Make a key' }).click();
    const key = (await page.getByText(/^csk_/).textContent()) ?? '';
    expect((await host.call('GET', '/api/v1/records', { key })).status).toBe(200);
    await page.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('button', { name: 'Revoke “Laboratory”' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke', exact: true }).click();
    await page.getByText('Laboratory', { exact: true }).waitFor({ state: 'detached' });
    expect((await host.call('GET', '/api/v1/records', { key })).status).toBe(401);
  });

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
    await hers.reload();
    await hers.getByRole('heading', { name: 'Sign in' }).waitFor();
  });

  test('adds a passkey and signs in with it, and signs out everywhere', async () => {
    const page = await joined('Katherine', ['clinician']);
    const devtools = await page.context().newCDPSession(page);
    await devtools.send('WebAuthn.enable');
    await devtools.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    });
    await page.goto(new URL('settings/account', screens.url).href);
    await page.getByLabel('Name of the passkey').fill('Laptop in room 2');
    await page.getByRole('button', { name: 'Add a passkey' }).click();
    await page.getByText('Laptop in room 2').waitFor();
    await page.getByRole('button', { name: 'Sign out everywhere' }).click();
    await page.getByRole('button', { name: 'Use a passkey' }).click();
    await page.getByRole('button', { name: /Katherine/ }).waitFor();
  });

  test('verifies the audit log, and sees the parts of the host', async () => {
    const page = await screens.open('settings/audit');
    await page.getByRole('button', { name: 'Verify the log' }).click();
    await page.getByText('Whole').waitFor();
    await page.goto(new URL('settings/health', screens.url).href);
    await page.getByText('store sqlite').waitFor();
  });

  test.each(['light', 'dark'] as const)('can use every screen with assistive technology: %s', async (colorScheme) => {
    const page = await screens.open('workflows/runs', { colorScheme });
    const paths = ['runs', 'list', 'schedules', 'automations'].map((name) => `workflows/${name}`);
    const settings = ['account', 'people', 'keys', 'webhooks', 'health', 'models', 'audit', 'data'];
    for (const path of [...paths, ...settings.map((name) => `settings/${name}`)]) {
      await page.goto(new URL(path, screens.url).href);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await page.getByRole('status', { name: 'Loading' }).waitFor({ state: 'detached' });
      expect(await violations(page), path).toEqual([]);
    }
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
