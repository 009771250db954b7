import { cp, mkdtemp, readFile, rm } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Plugin } from 'chronoscribe';
import { testHost } from 'chronoscribe/testing';
import sharp from 'sharp';
import { z } from 'zod';
import { openConsole } from './open-console.ts';

/** Draws the pictures in the README anew, from sample data: npm run pictures */
const house = resolve(import.meta.dirname, '../..');

// Without its package.json, by which `chronoscribe` would have to be installed for it.
const example = await mkdtemp(`${house}/test/.appointments-`);
const isCode = (path: string) => !path.endsWith('package.json');
await cp(`${house}/docs/examples/appointments`, example, { recursive: true, filter: isCode });
const { default: appointments } = (await import(`${example}/index.ts`)) as { default: Plugin };

const host = await testHost({ plugins: [appointments] });
const screens = await openConsole(host);
try {
  const visit = new FormData();
  visit.set('file', new Blob([await readFile(`${house}/config/tour/consultation.vtt`)]), 'consultation.vtt');
  visit.set('patient', JSON.stringify({ name: 'Chidi Okafor', identifier: 'MRN 2041' }));
  const record = await host.call('POST', '/api/v1/transcripts/upload_audio_file', { form: visit });
  const { id } = z.object({ id: z.string() }).parse(record.json);
  await host.call('POST', '/v1/import-events', {
    headers: { 'content-type': 'text/csv' },
    body: await readFile(`${house}/config/tour/clinic-move.csv`),
  });

  const days = [3, 9, 12, 3.2, 3.1];
  for (const [at, patient] of ['Ada Lovell', 'Grace Tang', 'Katherine Ode', 'Mary Jansen', 'Chidi Okafor'].entries()) {
    const time = new Date((await host.clock.now()) + (days[at] ?? 1) * 86_400_000).toISOString();
    await host.call('POST', '/appointments', { json: { patient, at: time } });
  }
  await host.clock.advance('2d');

  const wanted = { email: 'ada@practice.example', name: 'Dr. Ada Brandt', roles: ['operator', 'admin', 'clinician'] };
  const invited = await host.call('POST', '/api/v1/people', { json: wanted });
  const { link } = z.object({ link: z.string() }).parse(invited.json);
  const page = await screens.visit(new URL(link).pathname);
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.getByLabel('New password').fill('correct horse battery');
  await page.getByRole('button', { name: 'Accept' }).click();
  await page.getByRole('heading', { name: 'Today' }).waitFor();

  const draw = async (path: string, name: string, ready: () => Promise<unknown>): Promise<void> => {
    await page.goto(new URL(path, screens.url).href);
    await ready();
    await page.waitForLoadState('networkidle');
    const png = await page.screenshot();
    await sharp(png).webp({ quality: 78 }).toFile(`${house}/docs/pictures/${name}.webp`);
  };
  await draw(`clinical/notes/${id}`, 'review', () => page.getByText('ibuprofen').first().click());
  await draw('pages/appointments', 'appointments', () => page.getByRole('button', { name: /^Comes: Mary/ }).click());
  await draw('time/timelines', 'timelines', () => page.getByTestId('axis').locator('canvas').waitFor());
} finally {
  await screens.close();
  await host.stop();
  await rm(example, { recursive: true });
}
