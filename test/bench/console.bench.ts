import { temporaryFolder } from 'chronoscribe/testing';
import type { Page } from 'playwright-core';
import { z } from 'zod';
import { browserPath, openConsole, type TestConsole } from '../console/open-console.ts';
import { axisGestures, framesDuring } from './console/frames.ts';
import { bytesOfScreens, type Load, loadOf } from './console/load.ts';
import { startNodeRed } from './console/node-red.ts';
import { keyLatencies } from './console/typing.ts';
import { percentile } from './ledger/measure.ts';
import { startChronoscribe } from './server-process.ts';
import { table } from './table.ts';

const key = 'a-key-for-benchmarks-that-is-long';
const rounds = 5;
const segments = 3000;
const events = 10_000;

/** What the console costs a browser, and how fast it answers a person; its first load beside that of another console. */
export async function benchConsole(): Promise<void> {
  if (browserPath === undefined) {
    console.log('\nskipped: there is no Chromium');
    return;
  }
  const folder = await temporaryFolder();
  const host = await startChronoscribe(`${folder.path}/data`, key);
  const screens = await openConsole({ url: host.url, key });
  try {
    const note = await addVisit(host.url);
    await addEvents(host.url);
    await compareFirstLoads(screens, `${folder.path}/other`);
    await sizesOfAreas(screens, note);
    await typeInTranscript(screens, note);
    await drawTimeline(screens);
  } finally {
    await screens.close();
    await host.stop();
    await folder.remove();
  }
}

/** By turns, so that what else the machine does falls on both. */
async function compareFirstLoads(screens: TestConsole, folder: string): Promise<void> {
  const other = await startNodeRed(folder);
  const found = { signIn: [] as Load[], today: [] as Load[], other: [] as Load[] };
  const load = async (opened: Promise<Page>, url: string, control: string): Promise<Load> => {
    const page = await opened;
    const loaded = await loadOf(page, url, control);
    await page.context().close();
    return loaded;
  };
  try {
    for (let round = 0; round < rounds; round += 1) {
      found.signIn.push(await load(screens.visit('about:blank'), screens.url, 'input'));
      found.today.push(await load(screens.open('about:blank'), screens.url, 'main input'));
      if (typeof other !== 'string')
        found.other.push(await load(screens.visit('about:blank'), other.server.url, '#red-ui-header-button-deploy'));
    }
  } finally {
    if (typeof other !== 'string') await other.server.stop();
  }
  const median = (loads: readonly Load[], figure: keyof Load) =>
    percentile(
      loads.map((each) => each[figure]),
      0.5,
    );
  const row = (name: string, loads: readonly Load[]) => [
    name,
    ...(['files', 'unpacked', 'data'] as const).map((figure) => kilobytes(median(loads, figure))),
    median(loads, 'interactiveMs').toFixed(0),
    median(loads, 'processorMs').toFixed(0),
  ];
  const ratio = (figure: keyof Load) => (median(found.today, figure) / median(found.other, figure)).toFixed(2);
  table(
    `First load, with nothing in the cache (medians of ${rounds}; at most 400 kB, interactive within 1,500 ms)`,
    ['page', 'files, kB', 'unpacked', 'data, kB', 'interactive, ms', "browser's processor, ms"],
    [
      row('Chronoscribe, signing in', found.signIn),
      row('Chronoscribe, signed in', found.today),
      ...(typeof other === 'string'
        ? [[other]]
        : [
            row(`the editor of ${other.name}`, found.other),
            [
              'Chronoscribe, signed in / other',
              ratio('files'),
              ratio('unpacked'),
              ratio('data'),
              ratio('interactiveMs'),
              ratio('processorMs'),
            ],
          ]),
    ],
  );
}

async function sizesOfAreas(screens: TestConsole, note: string): Promise<void> {
  // A screen whose record is missing loads the same scripts.
  const areas = {
    clinical: ['new', 'documents', 'documents/none', `notes/${note}`],
    time: ['clock', ...['axis', 'branches', 'compare'].map((view) => `timelines?view=${view}`)],
    workflows: ['runs', 'runs/none', 'list', 'schedules', 'automations'],
    settings: ['account', 'people', 'keys', 'webhooks', 'health', 'models', 'audit', 'data'],
  };
  const rows: string[][] = [];
  for (const [area, paths] of Object.entries(areas)) {
    const page = await screens.open('about:blank');
    const urls = paths.map((path) => new URL(`${area}/${path}`, screens.url).href);
    const { files, unpacked, data } = await bytesOfScreens(page, screens.url, urls);
    await page.context().close();
    rows.push([area, String(paths.length), ...[files, unpacked, data].map(kilobytes)]);
  }
  table('What each area loads after the first load', ['area', 'screens', 'files, kB', 'unpacked', 'data, kB'], rows);
}

async function typeInTranscript(screens: TestConsole, note: string): Promise<void> {
  const page = await screens.open(`clinical/notes/${note}`);
  await page.locator(`[aria-setsize="${segments}"]`).first().waitFor();
  const row = (field: string, latencies: readonly number[]) =>
    [field, percentile(latencies, 0.5), percentile(latencies, 0.95), Math.max(...latencies)].map((cell) =>
      typeof cell === 'number' ? cell.toFixed(1) : cell,
    );
  await page.getByRole('region', { name: 'Transcript' }).getByRole('button', { name: 'knee' }).first().dblclick();
  await page.getByLabel(/^Words at/).waitFor();
  const words = await keyLatencies(page);
  await page.keyboard.press('Control+Enter');
  await page.reload();
  await page.getByRole('textbox').filter({ hasText: 'knee' }).first().click();
  const statement = await keyLatencies(page);
  await page.context().close();
  table(
    `From a key to the frame after it, in a visit of ${segments.toLocaleString('en')} segments (at most 50 ms)`,
    ['field', 'median, ms', 'p95, ms', 'longest, ms'],
    [row('words of a segment', words), row('statement of the note', statement)],
  );
}

async function drawTimeline(screens: TestConsole): Promise<void> {
  const page = await screens.open('time/timelines', { viewport: { width: 1280, height: 900 } });
  await page
    .getByText(/^10,0\d\d events$/)
    .first()
    .waitFor();
  await page.waitForLoadState('networkidle');
  const rows: string[][] = [];
  let still = Number.NaN;
  for (const [name, gesture] of Object.entries(await axisGestures(page))) {
    const { perSecond, processorMs } = await framesDuring(page, gesture);
    if (name === 'nothing') still = perSecond;
    rows.push([name, perSecond.toFixed(1), (perSecond / still).toFixed(2), processorMs.toFixed(1)]);
  }
  await page.context().close();
  table(
    `A timeline of ${events.toLocaleString('en')} events (at least 50 frames a second)`,
    ['a person', 'frames a second', 'of the still page', "browser's processor, ms a frame"],
    rows,
  );
}

/** Two hours in which little is said that belongs into a note. @returns the id of its record */
async function addVisit(url: string): Promise<string> {
  const clock = (index: number) => new Date(index * 2400).toISOString().slice(11, 23);
  const said = (index: number) =>
    index % 100 === 3 ? `My right knee has hurt for ${index} days.` : `Number ${index}, as I was saying, is all right.`;
  const cues = Array.from(
    { length: segments },
    (_, index) =>
      `${clock(index)} --> ${clock(index + 1)}\n<v ${index % 2 === 0 ? 'Doctor' : 'Patient'}>${said(index)}\n`,
  );
  const form = new FormData();
  form.set('file', new Blob([`WEBVTT\n\n${cues.join('\n')}`]), 'visit.vtt');
  const answer = await send(url, '/api/v1/transcripts/upload_audio_file', { 'x-api-key': key }, form);
  return z.object({ id: z.string() }).parse(answer).id;
}

async function addEvents(url: string): Promise<void> {
  const lines = Array.from({ length: events }, (_, index) =>
    JSON.stringify({
      event_id: `event-${index}`,
      description: `Number ${index}`,
      time: new Date(Date.UTC(2026, 11, 2) + index * 3_600_000 + (index % 7) * 1_000_000).toISOString(),
      location: `Place ${index % 20}`,
    }),
  );
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/x-ndjson' };
  await send(url, '/v1/import-events', headers, lines.join('\n'));
}

async function send(
  url: string,
  path: string,
  headers: Readonly<Record<string, string>>,
  body: FormData | string,
): Promise<unknown> {
  const answer = await fetch(`${url}${path}`, { method: 'POST', headers, body });
  if (!answer.ok) throw new Error(`${path} was answered with ${answer.status}: ${await answer.text()}`);
  return answer.json();
}

function kilobytes(bytes: number): string {
  return (bytes / 1000).toFixed(1);
}
