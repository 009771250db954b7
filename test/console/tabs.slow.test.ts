import { testHost } from 'chronoscribe/testing';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { browserPath, openConsole, type TestConsole } from './open-console.ts';

describe.skipIf(browserPath === undefined)('who has two tabs of the console open', () => {
  let screens: TestConsole;
  beforeAll(async () => {
    const host = await testHost({ config: { plugins: { console: { with: { idleMinutes: 20 } } } } });
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
    await second.getByRole('heading', { name: 'Documents' }).waitFor();
    await first.context().clock.fastForward('20:01');
    await first.getByRole('dialog', { name: 'Locked' }).waitFor();
    await second.getByRole('dialog', { name: 'Locked' }).waitFor();
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
});
