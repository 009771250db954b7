import { openAsBlob } from 'node:fs';
import { mkdir, readdir, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { temporaryFolder, testHost } from 'chronoscribe/testing';
import { expect, onTestFinished, test } from 'vitest';

const consultation = resolve(import.meta.dirname, '../config/tour/consultation.vtt');

test.skipIf(process.platform === 'win32').each(['sqlite', 'lowdb'])(
  'nobody else on the machine can read what is kept with the store %s, also in a folder that was there before',
  async (store) => {
    const folder = await temporaryFolder();
    onTestFinished(() => folder.remove());
    const dataFolder = join(folder.path, 'data');
    await mkdir(dataFolder, { mode: 0o755 });
    const host = await testHost({ dataFolder, config: { providers: { store: { use: store } } } });
    onTestFinished(() => host.stop());

    const form = new FormData();
    form.append('file', await openAsBlob(consultation), 'consultation.vtt');
    expect((await host.call('POST', '/api/v1/transcripts/upload_audio_file', { form })).status).toBe(200);

    const kept = await readdir(dataFolder, { recursive: true });
    expect(kept).toContain('workflows.db');
    const open = await Promise.all(
      kept.map(async (name) => ({ name, mode: (await stat(join(dataFolder, name))).mode })),
    );
    expect(open.filter(({ mode }) => (mode & 0o077) !== 0).map(({ name }) => name)).toEqual([]);
  },
);
