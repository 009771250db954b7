import { type TestHost, testHost } from 'chronoscribe/testing';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { browserPath, openConsole, type TestConsole, violations } from './open-console.ts';

const ClockState = z.object({ current_time: z.string(), state: z.string(), location: z.string().nullable() });
const Events = z.object({
  events: z.array(z.object({ event_id: z.string(), description: z.string(), time: z.string() })),
});
const Timelines = z.object({ timelines: z.array(z.object({ timeline_id: z.string(), description: z.string() })) });

const at = (hour: number) => `2026-12-01T${String(hour).padStart(2, '0')}:00:00Z`;

describe.skipIf(browserPath === undefined)('a person at the screens of time', () => {
  let host: TestHost;
  let screens: TestConsole;
  beforeAll(async () => {
    host = await testHost();
    screens = await openConsole(host);
  });
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
  const findsNothing = async (page: Page) => {
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      // Colours fade from one scheme to the other.
      await expect.poll(() => violations(page)).toEqual([]);
    }
  };

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

  test('records an event, is refused a paradox with its evidence, tries a change, and makes it', async () => {
    const page = await screens.open('time/timelines');
    await page.getByRole('button', { name: 'New event' }).click();
    const form = page.getByRole('dialog');
    await form.getByLabel('What happened').fill('Write the draft');
    await form.getByLabel('Time (UTC)').fill('2026-12-01T08:00:00');
    await form.getByLabel('Place').fill('Office');
    await form.getByLabel('Id').fill('write');
    await form.getByRole('button', { name: 'Record' }).click();
    await page.getByRole('heading', { name: 'Write the draft' }).waitFor();
    await record({ event_id: 'review', description: 'Review it', time: at(12), causes: ['write'] });
    await record({ event_id: 'print', description: 'Print it', time: at(18), causes: ['review'] });

    await page.reload();
    await page.getByRole('button', { name: 'Change…' }).click();
    await page.getByLabel('What happened').fill('Write it as the print says');
    const causes = page.getByRole('combobox', { name: 'Causes' });
    await causes.fill('print');
    await causes.press('Enter');
    await page.getByRole('button', { name: 'Try' }).click();
    await page.getByText('This brings a paradox').waitFor();
    await page
      .getByRole('img', { name: /The evidence as a path/ })
      .first()
      .waitFor();
    await findsNothing(page);
    expect((await eventsOn()).map(({ event_id }) => event_id)).toEqual(['write', 'review', 'print']);

    await causes.press('Backspace');
    await page.getByLabel('What happened').fill('Write it by hand');
    await page.getByRole('button', { name: 'Try' }).click();
    await page.getByText('2 events are affected').waitFor();
    expect((await eventsOn())[0]?.description).toBe('Write the draft');
    await page.getByRole('button', { name: 'Make the change' }).click();
    await page.getByRole('heading', { name: 'Write it by hand' }).waitFor();
    expect((await eventsOn())[0]?.description).toBe('Write it by hand');
    await page.getByRole('button', { name: 'Revert' }).click();
    await page.getByRole('heading', { name: 'Write the draft' }).waitFor();
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

  test('branches, compares side by side, and settles a conflict when merging', async () => {
    await record({ event_id: 'seal', description: 'Seal it', time: at(6) });
    const page = await screens.open('time/timelines?view=branches');
    await page.getByRole('button', { name: 'New branch' }).click();
    await page.getByLabel('What is it for?').fill('On parchment');
    await page.getByRole('dialog').getByRole('button', { name: 'New branch' }).click();
    await page.getByRole('heading', { name: 'On parchment' }).waitFor();
    const branch = await timelineNamed('On parchment');
    for (const [timeline_id, description] of [
      [branch, 'Seal it on parchment'],
      ['primary', 'Seal it on silk'],
    ]) {
      const json = { event_id: 'seal', timeline_id, new_outcome: { description, changes: [] } };
      expect((await host.call('POST', '/v1/manipulate-event', { json })).status).toBe(200);
    }
    await findsNothing(page);
    await page.getByRole('button', { name: 'Compare with its base' }).click();
    const difference = page.getByTestId('differences').getByRole('listitem');
    await difference.filter({ hasText: 'Seal it on silk' }).filter({ hasText: 'Seal it on parchment' }).waitFor();
    await findsNothing(page);

    await page.goto(new URL(`time/timelines?view=branches&timeline=${branch}`, screens.url).href);
    await page.getByRole('button', { name: 'Merge into its base…' }).click();
    await page.getByText('Both timelines changed 1 event.').waitFor();
    await findsNothing(page);
    await page.getByRole('radio', { name: /That of the branch/ }).check();
    await page.getByRole('button', { name: 'Merge', exact: true }).click();
    await page.getByRole('heading', { name: 'Main timeline' }).waitFor();
    expect((await eventsOn()).map(({ description }) => description)).toContain('Seal it on parchment');
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
