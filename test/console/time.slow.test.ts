import { definePlugin, workflow } from 'chronoscribe';
import { type TestHost, testHost } from 'chronoscribe/testing';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { violationsInBothSchemes } from './accessibility.ts';
import { browserPath, openConsole, type TestConsole } from './open-console.ts';

const ClockState = z.object({ current_time: z.string(), state: z.string(), location: z.string().nullable() });
const Events = z.object({
  events: z.array(z.object({ event_id: z.string(), description: z.string(), time: z.string() })),
});
const Timelines = z.object({ timelines: z.array(z.object({ timeline_id: z.string(), description: z.string() })) });

const reminder = workflow<null>('reminder')
  .sleep('untilThen', () => Date.parse('2041-06-01T09:00:00Z'), { clock: 'account' })
  .answer(() => ({ body: null, location: '' }));
const reminders = definePlugin({ name: 'reminders', auth: 'time', workflows: () => ({ reminder }), routes: () => [] });

const at = (hour: number) => `2026-12-01T${String(hour).padStart(2, '0')}:00:00Z`;

describe.skipIf(browserPath === undefined)('a person at the screens of time', () => {
  let host: TestHost;
  let screens: TestConsole;
  beforeAll(async () => {
    host = await testHost({ plugins: [reminders] });
    screens = await openConsole(host);
  });
  afterEach(() => screens.closePages());
  afterAll(async () => {
    await screens.close();
    await host.stop();
  });

  const ask = async (path: string) => (await host.call('GET', path)).json;
  const record = async (event: object) => {
    const { status, text } = await host.call('POST', '/v1/record-event', { json: { location: 'Office', ...event } });
    expect(status, text).toBe(201);
  };
  const eventsOn = async (timeline = 'primary') =>
    Events.parse(await ask(`/v1/list-events?timeline_id=${timeline}`)).events;
  const timelineNamed = async (name: string) =>
    Timelines.parse(await ask('/v1/list-timelines')).timelines.find(({ description }) => description === name)
      ?.timeline_id ?? 'none';
  const clock = async () => ClockState.parse(await ask('/v1/current-time'));
  const findsNothing = async (page: Page) => expect(await violationsInBothSchemes(page)).toEqual([]);

  test('pauses the clock, travels, goes forward, and returns to a locked anchor', async () => {
    const page = await screens.open('time/clock');
    await page.getByRole('button', { name: 'Pause' }).click();
    await page.getByRole('button', { name: 'Resume' }).waitFor();
    await page.getByLabel('Moment (UTC)').first().fill('2031-05-01T10:00:00');
    await page.getByLabel('Place').fill('Oslo');
    await page.getByRole('button', { name: 'Travel there' }).click();
    await page.getByText('10:00:00', { exact: true }).waitFor();
    expect(await clock()).toEqual({ current_time: '2031-05-01T10:00:00Z', state: 'paused', location: 'Oslo' });

    await page.getByLabel('Name').fill('Before the release');
    await page.getByLabel('Moment (UTC)').last().fill('2031-05-01T10:00:00');
    await page.getByLabel('Locked').check();
    await page.getByRole('button', { name: 'Set anchor' }).click();
    await page.getByRole('button', { name: '+7 days' }).click();
    await expect.poll(async () => (await clock()).current_time).toBe('2031-05-08T10:00:00Z');
    screens.expectAnswers('422 POST /v1/fast-forward');
    await page.getByLabel('Another duration').fill('a while');
    await page.getByRole('button', { name: 'Go forward' }).click();
    await page
      .getByText(/Write a whole number|duration/i)
      .first()
      .waitFor();
    await findsNothing(page);

    await page.getByRole('listitem').filter({ hasText: 'Before the release' }).getByText('Go there').click();
    await expect.poll(async () => (await clock()).current_time).toBe('2031-05-01T10:00:00Z');
    await page.getByRole('button', { name: 'Delete “Before the release”' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('No anchors yet').waitFor();
  });

  test('sees a run that sleeps until a moment of the clock, and goes there to wake it', async () => {
    await host.run(reminder, null);
    await host.call('POST', '/v1/travel', { json: { destination_time: '2041-05-01T09:00:00Z', location: 'Office' } });
    const page = await screens.open('time/clock');
    const next = page.getByRole('listitem').filter({ hasText: 'reminder' });
    await next.getByLabel('A run that sleeps until then').waitFor();
    await findsNothing(page);
    await next.getByRole('button', { name: 'Go there' }).click();
    await next.waitFor({ state: 'detached' });
    await expect.poll(async () => await ask('/api/v1/sleeps')).toEqual({ items: [] });
  });

  test('loads the sample history on a branch, and deletes it with the branch', async () => {
    const before = await eventsOn();
    const page = await screens.open('time/timelines');
    await page.getByRole('button', { name: 'Load the sample history' }).click();
    await page.getByTestId('axis').waitFor();
    await page.getByText('918 events').waitFor();
    expect(await eventsOn()).toEqual(before);
    await findsNothing(page);
    await page.getByRole('button', { name: 'Import and export' }).click();
    await page.getByRole('menuitem', { name: 'Delete the sample history' }).click();
    await page.getByText('No events yet').waitFor();
    expect(await timelineNamed('Sample history')).toBe('none');
  });

  test('moves an event by keys alone, and with it what must follow', async () => {
    await record({ event_id: 'set', description: 'Set the type', time: at(20), location: 'Press' });
    await record({
      ...{ event_id: 'bind', description: 'Bind it', time: at(22), location: 'Press' },
      causes: [{ event_id: 'set', min_delay: '2h' }],
    });
    const page = await screens.open('time/timelines?lanes=none');
    await page.getByTestId('axis').focus();
    await page.keyboard.press('End');
    await page.keyboard.press('ArrowLeft');
    await page.getByRole('heading', { name: 'Set the type' }).waitFor();
    await page.keyboard.press('Alt+ArrowRight');
    await page.getByLabel('Begins at (UTC)').fill('2026-12-01T21:00:00');
    await page.keyboard.press('Enter');
    await page.getByText('2 events move').waitFor();
    await findsNothing(page);
    expect((await eventsOn()).at(-1)?.time).toBe(at(22));
    await page.getByRole('button', { name: 'Move 2 events' }).press('Enter');
    await expect.poll(async () => (await eventsOn()).at(-1)?.time).toBe(at(23));
    await page.getByRole('tab', { name: 'Plan' }).click();
    await page.getByRole('cell', { name: /Bind it/ }).waitFor();
    await findsNothing(page);
  });

  test('asks before a move breaks an event that stays, and says afterwards how much was moved', async () => {
    await record({ event_id: 'paint', description: 'Paint it', time: '2026-11-01T08:00:00Z' });
    await record({
      ...{ event_id: 'feast', description: 'The feast', time: '2026-11-03T08:00:00Z', fixed: true },
      causes: [{ event_id: 'paint', min_delay: '1d' }],
    });
    const timeOf = async (id: string) => (await eventsOn()).find(({ event_id }) => event_id === id)?.time;
    const page = await screens.open('time/timelines?event=paint');
    await page.getByRole('button', { name: 'Move…' }).click();
    await page.getByLabel('Begins at (UTC)').fill('2026-11-05T08:00:00');
    await page.getByRole('button', { name: 'Try' }).click();
    await page.getByRole('button', { name: 'Move 1 event', exact: true }).click();
    const question = page.getByRole('dialog', { name: 'This breaks 1 event that stays' });
    await question.getByText(/The feast: The delays need it at/).waitFor();
    await findsNothing(page);
    await question.getByRole('button', { name: 'Cancel' }).click();
    await question.waitFor({ state: 'detached' });
    expect(await timeOf('paint')).toBe('2026-11-01T08:00:00Z');
    await page.getByRole('button', { name: 'Move 1 event', exact: true }).click();
    await question.getByRole('button', { name: 'Move 1 event all the same' }).click();
    await page.getByText('1 event was moved').waitFor();
    expect(await timeOf('paint')).toBe('2026-11-05T08:00:00Z');
    expect(await timeOf('feast')).toBe('2026-11-03T08:00:00Z');
  });

  test('takes a move back by its notification, and by the history, which asks first if something breaks', async () => {
    const at = (day: number) => `2026-11-1${day}T08:00:00Z`;
    await record({ event_id: 'cut', description: 'Cut it', time: at(1) });
    await record({
      event_id: 'sew',
      description: 'Sew it',
      time: at(2),
      causes: [{ event_id: 'cut', min_delay: '1d' }],
    });
    const times = async () =>
      (await eventsOn()).filter(({ event_id }) => ['cut', 'sew'].includes(event_id)).map(({ time }) => time);
    const page = await screens.open('time/timelines?event=cut');
    const move = async () => {
      await page.getByRole('button', { name: 'Move…' }).click();
      await page.getByLabel('Begins at (UTC)').fill('2026-11-13T08:00:00');
      await page.getByRole('button', { name: 'Try' }).click();
      await page.getByRole('button', { name: 'Move 2 events' }).click();
      await page.getByText('2 events were moved').waitFor();
      expect(await times()).toEqual([at(3), at(4)]);
    };
    await move();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('2 events are back where they were').waitFor();
    expect(await times()).toEqual([at(1), at(2)]);

    await move();
    await record({
      event_id: 'iron',
      description: 'Iron it',
      time: at(5),
      causes: [{ event_id: 'sew', max_delay: '1d' }],
    });
    await page.reload();
    await page.getByRole('button', { name: 'History' }).click();
    await page.getByRole('button', { name: 'Take this move back' }).click();
    const question = page.getByRole('dialog', { name: 'This breaks 1 event that stays' });
    await question.waitFor();
    await findsNothing(page);
    await question.getByRole('button', { name: 'Move 2 events all the same' }).click();
    await page.getByText('2 events are back where they were').waitFor();
    expect(await times()).toEqual([at(1), at(2)]);
  });

  test('pans, zooms, searches and reads through 10,000 events', async () => {
    const { timeline_id } = z
      .object({ timeline_id: z.string() })
      .parse(
        (await host.call('POST', '/v1/create-timeline', { json: { base_timeline_id: 'primary', description: 'Many' } }))
          .json,
      );
    const lines = Array.from({ length: 10_000 }, (_, index) =>
      JSON.stringify({
        event_id: `many-${index}`,
        description: `Number ${index}`,
        time: new Date(Date.UTC(2026, 11, 2) + index * 3_600_000 + (index % 7) * 1_000_000).toISOString(),
        location: `Place ${index % 20}`,
      }),
    );
    const page = await screens.open(`time/timelines?timeline=${timeline_id}`);
    await page.getByRole('button', { name: 'Import and export' }).click();
    await page.getByRole('menuitem', { name: 'Import a file…' }).click();
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      page.getByRole('button', { name: 'File' }).click(),
    ]);
    await chooser.setFiles({
      name: 'many.ndjson',
      mimeType: 'application/x-ndjson',
      buffer: Buffer.from(lines.join('\n')),
    });
    await page.getByRole('button', { name: 'Import', exact: true }).click();
    await page.getByText('10,000 events recorded.').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
    await page
      .getByText(/^10,0\d\d events$/)
      .first()
      .waitFor();
    await page.getByRole('dialog').waitFor({ state: 'hidden' });

    const picture = page.getByTestId('axis').locator('canvas');
    const shown = async () => (await picture.screenshot()).toString('base64');
    const whole = await shown();
    const box = await picture.boundingBox();
    await page.mouse.move((box?.x ?? 0) + 300, (box?.y ?? 0) + 100);
    await page.mouse.wheel(0, -2000);
    await expect.poll(shown).not.toBe(whole);
    const zoomed = await shown();
    await page.mouse.down();
    await page.mouse.move((box?.x ?? 0) + 100, (box?.y ?? 0) + 100, { steps: 20 });
    await page.mouse.up();
    await expect.poll(shown).not.toBe(zoomed);

    await page.getByRole('searchbox').fill('number 9876');
    await page.getByText('1 found').waitFor();
    await page.getByTestId('axis').focus();
    await page.keyboard.press('Home');
    await page.getByRole('heading', { name: 'Number 9876' }).waitFor();
    await page.getByRole('tab', { name: 'Table' }).click();
    await page.getByRole('searchbox').fill('');
    await page.getByRole('button', { name: 'Number 0' }).waitFor();
    await findsNothing(page);
  });
});
