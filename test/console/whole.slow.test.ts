import { writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { temporaryFolder } from 'chronoscribe/testing';
import { afterEach, describe, expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { startCli } from '../../core/cli/testing.ts';
import { testDatabase } from '../../core/postgres/testing/database.ts';
import { pdfOf, page as pdfPage } from '../../plugins/pdfs/testing/pdf-writer.ts';
import { hasSharedData, sharedAudio } from '../../providers/transcriber/sherpa/testing/shared.ts';
import { violationsInBothSchemes } from './accessibility.ts';
import { type Hand, keys, mouse } from './hand.ts';
import { browserPath, openConsole, type TestConsole } from './open-console.ts';
import { addAuthenticator, addPasskey, joinAsFirst, signOutEverywhere } from './steps/joining.ts';
import { makeKey, retryFailedRun, revokeKey, tryAutomation } from './steps/operation.ts';
import { branch, changeEvent, compare, merge, moveEvent, recordEvent } from './steps/timelines.ts';
import {
  addAddendum,
  addOmittedFact,
  bringFile,
  download,
  goOnRecording,
  openCitedPage,
  playStatement,
  readGrid,
  recordUntilCrash,
  renameSpeaker,
  sign,
} from './steps/visit.ts';

const key = 'a-key-for-walks-that-is-long-enough';
const fixture = (name: string) => resolve(import.meta.dirname, `../fixtures/${name}.ts`);
const adjustment = `WEBVTT

00:00:00.000 --> 00:00:04.000
<v Doctor>Where does your back hurt?

00:00:04.000 --> 00:00:09.000
<v Patient>It hurts low on the left.

00:00:09.000 --> 00:00:13.000
<v Doctor>I adjust L5 on the left by hand.
`;
const letter = pdfOf([
  pdfPage('Dear colleague,', 'I saw your patient.'),
  pdfPage('Potassium is 5.9 mmol/L (3.5-5.1) H.'),
]);

const at = (hour: number) => `2026-12-01T${String(hour).padStart(2, '0')}:00:00Z`;
const Events = z.object({ events: z.array(z.object({ description: z.string() })) });

describe.skipIf(browserPath === undefined || !hasSharedData)('from the first start to signing out', () => {
  let screens: TestConsole | undefined;
  afterEach(() => screens?.closePages());

  const faults: string[] = [];
  const examining: Hand = { ...mouse, look: async (page) => expect(await violationsInBothSchemes(page)).toEqual([]) };
  test.each<readonly [string, string, Hand]>([
    ['sqlite', 'the mouse', examining],
    ['lowdb', 'keys alone', keys(faults)],
    ['postgres', 'the mouse', mouse],
  ])('with the store %s, by %s', { timeout: 600_000 }, async (use, _, hand) => {
    faults.length = 0;
    const folder = await temporaryFolder();
    onTestFinished(() => folder.remove());
    const database = use === 'postgres' ? await testDatabase() : undefined;
    onTestFinished(async () => database?.stop());
    const paper = join(folder.path, 'paper');
    const file = join(folder.path, 'config.yaml');
    const config = {
      log: { level: 'silent' },
      http: { rateLimit: { perMinute: 0 } },
      providers: {
        store: database === undefined ? { use } : { use, with: { url: database.url } },
        transcriber: { use: fixture('scripted-transcriber') },
      },
      plugins: {
        transcripts: { with: { keepAudio: 'until-signed' } },
        printing: { use: fixture('printing'), with: { paper } },
      },
      automations: {
        'note-to-folder': {
          on: 'transcript.completed',
          do: [{ 'transcripts.export': { transcript: '=record.id', format: 'md', folder: folder.path } }],
        },
      },
    };
    await writeFile(file, JSON.stringify(config));
    const host = await startCli(['--config', file, '--data', join(folder.path, 'data')], {
      environment: { CHRONOSCRIBE_API_KEY: key },
    });
    onTestFinished(async () => void (await host.stop()));
    const call = (method: string, path: string, as: string, body?: object) =>
      fetch(new URL(path, host.url), {
        method,
        headers: { 'x-api-key': as, 'content-type': 'application/json' },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
    const have = async (path: string, body: object, status = 201) =>
      expect((await call('POST', path, key, body)).status).toBe(status);
    screens = await openConsole({ url: host.url, key }, { microphone: join(sharedAudio, 'consult.wav') });
    onTestFinished(() => screens?.close());

    const [link = ''] = /http\S+\/console\/invitation\/\S+/.exec(host.announced) ?? [];
    const first = await screens.visit(new URL(link).pathname, { permissions: ['microphone'], reducedMotion: 'reduce' });
    await joinAsFirst(first, hand);
    const device = await addAuthenticator(first);
    await addPasskey(first, hand);
    const page = await first.context().newPage();
    await device.handOver(page);

    await recordUntilCrash(first, hand, 'Zoë Adler');
    await goOnRecording(page, hand, screens.url, 'Zoë Adler');
    await playStatement(page, hand);
    await addOmittedFact(page, hand);
    await renameSpeaker(page, hand);
    await sign(page, hand);
    await addAddendum(page, hand, 'Called the patient.');
    expect(await download(page, hand, 'Markdown')).toMatch(/penicillin/);

    await bringFile(page, hand, { name: 'letter.pdf', content: letter, patient: 'Ana Maria Souza' });
    await openCitedPage(page, hand, 'Potassium');
    const visit = { name: 'visit.vtt', content: adjustment, patient: 'Chidi Okafor', form: 'Chiropractic grid' };
    await bringFile(page, hand, visit);
    await readGrid(page, hand);
    await recordEvent(page, hand);
    const event = { location: 'Office' };
    await have('/v1/record-event', {
      ...event,
      event_id: 'review',
      description: 'Review it',
      time: at(12),
      causes: ['write'],
    });
    await have('/v1/record-event', {
      ...event,
      event_id: 'print',
      description: 'Print it',
      time: at(18),
      causes: ['review'],
    });
    await page.reload();
    screens.expectAnswers('409 POST /v1/manipulate-event', '409 POST /v1/merge-timeline');
    await changeEvent(page, hand);
    await moveEvent(page, hand, 'Print it');
    const branched = await branch(page, hand, 'On parchment');
    const changed = { event_id: 'review', new_outcome: { description: 'Review it on parchment', changes: [] } };
    await have('/v1/manipulate-event', { ...changed, timeline_id: branched }, 200);
    await have(
      '/v1/manipulate-event',
      { event_id: 'review', new_outcome: { description: 'Review it on silk', changes: [] } },
      200,
    );
    await page.reload();
    await compare(page, hand, 'Review it on silk', 'Review it on parchment');
    await page.goBack();
    await merge(page, hand);
    const { events } = Events.parse(await (await call('GET', '/v1/list-events', key)).json());
    expect(events.map(({ description }) => description)).toContain('Review it on parchment');

    await have('/api/v1/print', { text: 'Two lines' }, 409);
    await retryFailedRun(page, hand, () => writeFile(paper, ''));
    await tryAutomation(page, hand, 'note-to-folder');
    const made = await makeKey(page, hand, 'Laboratory');
    expect((await call('GET', '/api/v1/records', made)).status).toBe(200);
    await revokeKey(page, hand, 'Laboratory');
    expect((await call('GET', '/api/v1/records', made)).status).toBe(401);
    await signOutEverywhere(page, hand);
    expect(faults).toEqual([]);
  });
});
