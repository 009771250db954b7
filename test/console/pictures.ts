import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { testHost } from 'chronoscribe/testing';
import sharp from 'sharp';
import { z } from 'zod';
import { openConsole } from './open-console.ts';

/** Draws the pictures in the README anew, from sample data: npm run pictures */
const house = resolve(import.meta.dirname, '../..');

const host = await testHost();
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
  await draw('time/timelines', 'timelines', () => page.getByTestId('axis').locator('canvas').waitFor());
} finally {
  await screens.close();
  await host.stop();
}
