import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type TestHost, testHost } from 'chronoscribe/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { send } from '../transcripts/testing/visits.ts';
import { blindScript, scriptedWriter } from './testing/scripted-writer.ts';

const broken = resolve(import.meta.dirname, '../../../shared/data/malformed/image');
const isThere = existsSync(broken);
if (!isThere) console.warn(`${broken} is absent: the tests that need it are skipped`);

/**
 * Every n-th file is uploaded, since all of them take two minutes; `MALFORMED=1` uploads all. The PNG suite is always
 * complete: each of its names states the expected result.
 */
const every = (folder: string) => (folder === 'pngsuite' ? 1 : Number(process.env.MALFORMED ?? 6));
const folders = isThere ? readdirSync(broken) : [];
const filesOf = (folder: string) =>
  readdirSync(join(broken, folder))
    .filter((_, index) => index % every(folder) === 0)
    .map((name) => join(folder, name));

/** In the PNG suite a name that begins with x says that the file is wrong, and any other that it is to be read. */
const isSound = (file: string) => !file.startsWith(join('pngsuite', 'x'));

describe.skipIf(!isThere)('broken and odd images', () => {
  let host: TestHost;
  beforeAll(async () => {
    const script = blindScript();
    host = await testHost({
      providers: [{ provider: scriptedWriter(() => script) }],
    });
  });
  afterAll(() => host?.stop());

  async function statusOf(file: string): Promise<number> {
    return (await send(host, readFileSync(join(broken, file)), { to: 'upload_image_file' })).status;
  }

  /** The files that were answered so, two at a time: more are not worked on at once. */
  async function answers(files: readonly string[]): Promise<Map<number, string[]>> {
    const queue = files.values();
    const found = new Map<number, string[]>();
    const work = async () => {
      for (const file of queue) {
        const status = await statusOf(file);
        found.set(status, [...(found.get(status) ?? []), file]);
      }
    };
    await Promise.all([work(), work()]);
    return found;
  }

  test.each(folders)('of %s are read or rejected, and the host keeps working', { timeout: 300_000 }, async (folder) => {
    const before = process.memoryUsage.rss();
    const found = await answers(filesOf(folder));
    expect([...found].filter(([status]) => ![200, 413, 415, 422].includes(status))).toEqual([]);
    if (folder === 'pngsuite') expect(found.get(200)?.toSorted()).toEqual(filesOf(folder).filter(isSound).toSorted());
    expect(process.memoryUsage.rss() - before).toBeLessThan(512 * 1024 ** 2);
    expect((await host.call('GET', '/health')).status).toBe(200);
  });
});
