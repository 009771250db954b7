import { type TestHost, testHost } from 'chronoscribe/testing';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { browserPath, openConsole, type TestConsole } from './open-console.ts';

const Recordings = z.object({ items: z.array(z.object({ bytes: z.number() })) });

describe.skipIf(browserPath === undefined)('who has two tabs of the console open', () => {
  let host: TestHost;
  let screens: TestConsole;
  beforeAll(async () => {
    host = await testHost({ config: { plugins: { console: { with: { idleMinutes: 20 } } } } });
    screens = await openConsole(host);
    return async () => {
      await screens.close();
      await host.stop();
    };
  });
  afterEach(() => screens.closePages());

  test('is locked out of both once neither is touched for as long as a session may be idle', async () => {
    const first = await screens.open('clinical/today');
    await first.context().clock.install();
    await first.reload();
    const second = await first.context().newPage();
    await second.goto(new URL('clinical/today', screens.url).href);
    await second.getByRole('heading', { name: 'Today' }).waitFor();
    await first.context().clock.fastForward('15:00');
    await first.getByRole('link', { name: 'Documents' }).click();
    await first.context().clock.fastForward('15:00');
    await second.getByRole('link', { name: 'Documents' }).click();
    await second.getByRole('heading', { name: 'Documents', exact: true }).waitFor();
    await first.context().clock.fastForward('20:01');
    await first.getByRole('dialog', { name: 'Locked' }).waitFor();
    await second.getByRole('dialog', { name: 'Locked' }).waitFor();
  });

  test('has saved what one was saving before the lock of the other ends the session', async () => {
    const saving = await screens.open('time/timelines');
    const saved = Promise.withResolvers<void>();
    await saving.route('**/v1/record-event', async (route) => {
      await saved.promise;
      await route.continue();
    });
    await saving.getByRole('button', { name: 'New event' }).click();
    const form = saving.getByRole('dialog', { name: 'New event' });
    await form.getByLabel('What happened').fill('Write the draft');
    await form.getByLabel('Time (UTC)').fill('2026-12-01T08:00:00');
    await form.getByLabel('Place').fill('Office');
    const other = await saving.context().newPage();
    await other.goto(new URL('clinical/today', screens.url).href);
    await other.getByRole('button', { name: /Signed in with/ }).click();
    const asked = saving.waitForRequest('**/v1/record-event');
    await form.getByRole('button', { name: 'Record' }).click();
    await asked;
    const answers: string[] = [];
    saving.context().on('response', (answer) => {
      const method = answer.request().method();
      if (method !== 'GET') answers.push(`${answer.status()} ${method}`);
    });
    await other.getByRole('menuitem', { name: 'Lock the screen' }).click();
    await other.getByRole('dialog', { name: 'Locked' }).waitFor();
    await saving.getByRole('dialog', { name: 'Locked' }).waitFor();
    saved.resolve();
    await expect.poll(() => answers).toContain('204 DELETE');
    expect(answers[0]).toBe('201 POST');

    await other.getByRole('button', { name: 'Sign in with an API key' }).click();
    await other.getByRole('textbox', { name: 'API key' }).fill(host.key);
    await other.keyboard.press('Enter');
    await saving.getByRole('dialog', { name: 'Locked' }).waitFor({ state: 'detached' });
    await saving.getByRole('heading', { name: 'Write the draft' }).waitFor();
  });

  test('goes on recording in one while the other is idle', async () => {
    const recording = await screens.open('clinical/new', { permissions: ['microphone'] });
    await recording.getByLabel('The patient agrees to the recording').check();
    await recording.getByRole('button', { name: 'Start recording' }).click();
    await recording.getByText('The host has confirmed all sound so far').waitFor();
    const idle = await recording.context().newPage();
    await idle.clock.install();
    await idle.goto(new URL('clinical/today', screens.url).href);
    await idle.getByRole('heading', { name: 'Today' }).waitFor();
    await idle.clock.fastForward('20:01');
    await idle
      .getByText('Paused or recording')
      .or(idle.getByText(/Recording/))
      .first()
      .waitFor();
    expect(await idle.getByRole('dialog', { name: 'Locked' }).count()).toBe(0);

    await recording.close();
    await idle.clock.fastForward('20:01');
    await idle.getByRole('dialog', { name: 'Locked' }).waitFor();
  });

  test('locks both by hand, goes on recording in one, and opens both by signing in in the other', async () => {
    const recording = await screens.open('clinical/new', { permissions: ['microphone'] });
    await recording.getByLabel('The patient agrees to the recording').check();
    await recording.getByRole('button', { name: 'Start recording' }).click();
    await recording.getByText('The host has confirmed all sound so far').waitFor();
    const other = await recording.context().newPage();
    await other.goto(new URL('clinical/today', screens.url).href);
    await other.getByRole('button', { name: /Signed in with/ }).click();
    await other.getByRole('menuitem', { name: 'Lock the screen' }).click();
    await other.getByRole('dialog', { name: 'Locked' }).waitFor();
    await recording.getByRole('dialog', { name: 'Locked' }).waitFor();
    const bytes = async () =>
      Recordings.parse((await host.call('GET', '/api/v1/transcripts/live')).json).items[0]?.bytes ?? 0;
    const before = await bytes();
    await expect.poll(bytes).toBeGreaterThan(before + 20_000);
    await other.reload();
    await other.getByRole('dialog', { name: 'Locked' }).waitFor();

    await other.getByRole('button', { name: 'Sign in with an API key' }).click();
    await other.getByRole('textbox', { name: 'API key' }).fill(host.key);
    await other.keyboard.press('Enter');
    await other.getByRole('dialog', { name: 'Locked' }).waitFor({ state: 'detached' });
    await recording.getByRole('dialog', { name: 'Locked' }).waitFor({ state: 'detached' });
    await recording.getByRole('button', { name: 'Discard' }).click();
    await recording.getByRole('button', { name: 'Discard the recording' }).click();
    await recording.getByRole('button', { name: 'Start recording' }).waitFor();
  });

  test('goes on recording after signing in again, though sound that was sent before is refused only then', async () => {
    const recording = await screens.open('clinical/new', { permissions: ['microphone'] });
    const context = recording.context();
    await recording.getByLabel('The patient agrees to the recording').check();
    await recording.getByRole('button', { name: 'Start recording' }).click();
    await recording.getByText('The host has confirmed all sound so far').waitFor();
    const other = await context.newPage();
    await other.goto(new URL('clinical/today', screens.url).href);
    await other.getByRole('button', { name: /Signed in with/ }).click();
    await other.getByRole('menuitem', { name: 'Lock the screen' }).click();
    await recording.getByRole('dialog', { name: 'Locked' }).waitFor();

    const cookie = (await context.cookies()).map(({ name, value }) => `${name}=${value}`).join('; ');
    const [sent, signedIn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    let isHeld = false;
    await recording.route('**/api/v1/uploads/*', async (route, request) => {
      if (isHeld || request.method() !== 'PATCH') return route.continue();
      isHeld = true;
      sent.resolve();
      await signedIn.promise;
      // On a slow line it reaches the host with the cookie of the session that has ended meanwhile.
      const response = await route.fetch({ headers: { ...request.headers(), cookie } });
      await route.fulfill({ response });
    });
    await sent.promise;
    await other.getByRole('button', { name: 'Sign in with an API key' }).click();
    await other.getByRole('textbox', { name: 'API key' }).fill(host.key);
    await other.keyboard.press('Enter');
    await recording.getByRole('dialog', { name: 'Locked' }).waitFor({ state: 'detached' });
    screens.expectAnswers('401 PATCH /api/v1/uploads/');
    const refused = recording.waitForResponse((answer) => answer.status() === 401);
    signedIn.resolve();
    await refused;

    await recording.getByRole('button', { name: 'Finish' }).click();
    await recording.getByRole('heading', { name: 'Today' }).waitFor();
  });

  test('stays signed in, though the answer that ends the locked session comes after the sign-in', async () => {
    const page = await screens.open('clinical/today');
    const signedIn = Promise.withResolvers<void>();
    await page.route('**/api/v1/session?*', async (route) => {
      const response = await route.fetch();
      await signedIn.promise;
      await route.fulfill({ response });
    });
    const late = page.waitForResponse((answer) => answer.request().method() === 'DELETE');
    await page.getByRole('button', { name: /Signed in with/ }).click();
    await page.getByRole('menuitem', { name: 'Lock the screen' }).click();
    await page.getByRole('button', { name: 'Sign in with an API key' }).click();
    await page.getByRole('textbox', { name: 'API key' }).fill(host.key);
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Locked' }).waitFor({ state: 'detached' });
    signedIn.resolve();
    await (await late).finished();
    await page.reload();
    await page.getByRole('heading', { name: 'Today' }).waitFor();
  });

  test('ends the session of a locked screen once nothing is recorded any more', async () => {
    const recording = await screens.open('clinical/new', { permissions: ['microphone'] });
    await recording.getByLabel('The patient agrees to the recording').check();
    await recording.getByRole('button', { name: 'Start recording' }).click();
    await recording.getByText('The host has confirmed all sound so far').waitFor();
    const other = await recording.context().newPage();
    await other.goto(new URL('clinical/today', screens.url).href);
    await other.getByRole('button', { name: /Signed in with/ }).click();
    await other.getByRole('menuitem', { name: 'Lock the screen' }).click();
    await recording.getByRole('dialog', { name: 'Locked' }).waitFor();
    const ended = other.waitForResponse((answer) => answer.request().method() === 'DELETE');
    await recording.close();
    expect((await ended).status()).toBe(204);
  });
});
