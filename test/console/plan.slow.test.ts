import { type TestHost, testHost } from 'chronoscribe/testing';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { violationsInBothSchemes } from './accessibility.ts';
import { type Hand, keys, mouse } from './hand.ts';
import { browserPath, openConsole, type TestConsole } from './open-console.ts';

const Events = z.object({ events: z.array(z.object({ event_id: z.string(), time: z.string() })) });
const Calendars = z.object({
  calendars: z.array(
    z.object({
      name: z.string(),
      people: z.array(z.string()),
      week: z.object({ mon: z.array(z.string()), fri: z.array(z.string()).optional() }),
      days: z.record(z.string(), z.array(z.string())),
    }),
  ),
});

describe.skipIf(browserPath === undefined)('a planner', () => {
  let host: TestHost;
  let screens: TestConsole;
  beforeAll(async () => {
    host = await testHost();
    screens = await openConsole(host);
    for (const [event_id, hour] of [
      ['walls', '08'],
      ['floor', '09'],
      ['doors', '10'],
    ]) {
      const times = { time: `2027-03-01T${hour}:00:00Z`, end_time: `2027-03-01T${Number(hour) + 3}:00:00Z` };
      const json = {
        event_id,
        description: `Paint the ${event_id}`,
        location: 'Ward 3',
        participants: ['Ada'],
        ...times,
      };
      expect((await host.call('POST', '/v1/record-event', { json })).status).toBe(201);
    }
  });
  afterEach(() => screens.closePages());
  afterAll(async () => {
    await screens.close();
    await host.stop();
  });

  const times = async () => {
    const { events } = Events.parse((await host.call('GET', '/v1/list-events')).json);
    return Object.fromEntries(events.map(({ event_id, time }) => [event_id, time.slice(8, 13)]));
  };
  const faults: string[] = [];
  const hands: readonly (readonly [string, Hand])[] = [
    ['the mouse', mouse],
    ['keys alone', keys(faults)],
  ];
  const calendars = async () => Calendars.parse((await host.call('GET', '/v1/list-calendars')).json).calendars;

  test.each(hands)('sees what levelling would move before it does, and takes it back, by %s', async (_, hand) => {
    const before = await times();
    const page = await screens.open('time/timelines?view=plan');
    await hand.press(page.getByRole('button', { name: 'Level people and places' }));
    const dialog = page.getByRole('dialog');
    await hand.press(dialog.getByRole('button', { name: 'Try' }));
    await dialog.getByRole('button', { name: 'Move 2 events' }).waitFor();
    await dialog.getByText('Paint the floor').waitFor();
    expect(await violationsInBothSchemes(page)).toEqual([]);
    expect(await times()).toEqual(before);
    await hand.write(dialog.getByLabel('Ada'), '3');
    expect(await dialog.getByRole('button', { name: 'Move 2 events' }).count()).toBe(0);
    await hand.press(dialog.getByRole('button', { name: 'Try' }));
    await dialog.getByText('Nothing has to move.').waitFor();
    await hand.write(dialog.getByLabel('Ada'), '');
    await hand.press(dialog.getByRole('button', { name: 'Try' }));
    await hand.press(dialog.getByRole('button', { name: 'Move 2 events' }));
    await expect.poll(async () => new Set(Object.values(await times()))).toEqual(new Set(['01T08', '01T11', '01T14']));
    await hand.press(page.getByRole('button', { name: 'Undo' }));
    await expect.poll(times).toEqual(before);
    expect(faults).toEqual([]);
  });

  test('keeps the dates of a plan, and sees by how much each event ends later than it was to', async () => {
    const [first, second] = ['order', 'deliver'].map((event_id, at) => ({
      ...{ event_id, description: `They ${event_id} the lamps`, location: 'Office' },
      ...{ time: `2027-05-0${at + 1}T08:00:00Z`, end_time: `2027-05-0${at + 1}T18:00:00Z` },
      ...(at === 1 && { causes: [{ event_id: 'order', min_delay: '1h', from: 'end' }] }),
    }));
    const { json } = await host.call('POST', '/v1/create-timeline', {
      json: { base_timeline_id: 'primary', description: 'Lamps' },
    });
    const { timeline_id } = z.object({ timeline_id: z.string() }).parse(json);
    for (const event of [first, second])
      await host.call('POST', '/v1/record-event', { json: { ...event, timeline_id } });
    const page = await screens.open(`time/timelines?view=plan&timeline=${timeline_id}`);
    const row = page.getByRole('row').filter({ hasText: 'They deliver the lamps' });
    await row.waitFor();
    await page.getByRole('button', { name: 'Keep as baseline' }).click();
    await page.getByRole('columnheader', { name: 'Slip' }).waitFor();
    const later = { event_id: 'deliver', timeline_id, time: '2027-05-05T08:00:00Z' };
    await host.call('POST', '/v1/reschedule', { json: later });
    await page.reload();
    await row.getByRole('cell', { name: '3 days' }).waitFor();
    await page.getByText(/It ends on May 5, 2027\. 1 event ends later than it was to\./).waitFor();
    expect(await violationsInBothSchemes(page)).toEqual([]);
    await page.getByRole('button', { name: 'Keep as baseline' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Keep as baseline' }).click();
    await row.getByRole('cell', { name: '–' }).waitFor();
    await page.getByRole('button', { name: 'Forget the baseline' }).click();
    await page.getByRole('columnheader', { name: 'Slip' }).waitFor({ state: 'detached' });
  });

  test.each(hands)('gives a person working time, changes it, and takes that back, by %s', async (_, hand) => {
    const page = await screens.open('time/timelines?view=plan', { timezoneId: 'Europe/Berlin' });
    await page.getByText('Work is done at any time').waitFor();
    await hand.press(page.getByRole('button', { name: 'New calendar' }));
    const dialog = page.getByRole('dialog');
    await hand.write(dialog.getByLabel('Name'), 'mornings');
    await hand.write(dialog.getByRole('combobox', { name: 'People whom it rules' }), 'Ada');
    await hand.press(page.getByRole('option', { name: 'Ada' }));
    await hand.write(dialog.getByLabel('Monday'), '8-12');
    screens.expectAnswers('422 POST /v1/set-calendar');
    await hand.press(dialog.getByRole('button', { name: 'Save' }));
    await dialog.getByText('Write `08:00-16:30`').waitFor();
    await hand.write(dialog.getByLabel('Monday'), '08:00-12:00');
    await hand.write(dialog.getByLabel('Other days'), '12-25\n2026-12-24 08:00-10:00');
    expect(await violationsInBothSchemes(page)).toEqual([]);
    await hand.press(dialog.getByRole('button', { name: 'Save' }));
    await page.getByText(/Monday 08:00-12:00 · .* · 2 other days · Europe\/Berlin/).waitFor();
    expect(await calendars()).toMatchObject([
      { people: ['Ada'], week: { mon: ['08:00-12:00'] }, days: { '12-25': [], '2026-12-24': ['08:00-10:00'] } },
    ]);
    await hand.press(page.getByRole('button', { name: 'Change “mornings”' }));
    await hand.write(dialog.getByLabel('Friday'), '');
    await hand.press(dialog.getByRole('button', { name: 'Save' }));
    await expect.poll(async () => (await calendars())[0]?.week.fri ?? []).toEqual([]);
    // What is offered to take back is then that of this change.
    await dialog.waitFor({ state: 'hidden' });
    await hand.press(page.getByRole('button', { name: 'Undo' }));
    await expect.poll(async () => (await calendars())[0]?.week.fri).toEqual(['08:00-17:00']);
    await hand.press(page.getByRole('button', { name: 'Delete “mornings”' }));
    await expect.poll(calendars).toEqual([]);
    await page.getByText('mornings was deleted.').waitFor();
    await hand.press(page.getByRole('button', { name: 'Undo' }));
    await expect.poll(calendars).toMatchObject([{ name: 'mornings', people: ['Ada'] }]);
    await hand.press(page.getByRole('button', { name: 'Delete “mornings”' }));
    await expect.poll(calendars).toEqual([]);
    expect(faults).toEqual([]);
  });

  test.each([
    ['Move…', 'Begins at (UTC)'],
    ['Change…', 'Time (UTC)'],
  ])('is told at its field what is missing after “%s”, in the words of the page', async (button, field) => {
    const page = await screens.open('time/timelines?event=walls');
    await page.getByRole('button', { name: button }).click();
    await page.getByLabel(field).fill('');
    await page.getByRole('button', { name: 'Try' }).click();
    await page.getByText('Fill this in.').waitFor();
    expect(await page.getByLabel(field).getAttribute('aria-invalid')).toBe('true');
    expect(await violationsInBothSchemes(page)).toEqual([]);
  });
});
