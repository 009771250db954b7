import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { createClient } from 'chronoscribe/client';
import { afterAll, expect, test } from 'vitest';
import { startServiceProcess } from '../core/client/testing/service-process.ts';

const service = await startServiceProcess();
afterAll(() => service.stop());
const client = createClient(service);

const program = resolve(import.meta.dirname, 'fixtures/suite-with-a-clock.ts');
const day = 86_400_000;
/** A process takes a second of a processor: all of them are started by hand. */
const processes = process.env.WHOLE === '1' ? 200 : 32;
/** As many run at the same time. */
const atOnce = 16;

async function run(clockId: string, begin: Date): Promise<unknown> {
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  const env = { PATH, NODE_COMPILE_CACHE, CHRONOSCRIBE_URL: service.url, KEY: service.key, CLOCK: clockId };
  const command = ['--conditions=chronoscribe-source', program];
  const { stdout } = await promisify(execFile)(process.execPath, command, {
    env: { ...env, BEGIN: begin.toISOString() },
  });
  return JSON.parse(stdout);
}

test('test processes under one key, each with a clock of its own, do not disturb each other', async () => {
  // All clocks exist before the first process starts, and until the last has ended.
  const suites = await Promise.all(
    Array.from({ length: processes }, async (_, index) => ({
      begin: new Date(Date.UTC(2030 + index, index % 12, 1 + (index % 28), index % 24)),
      clockId: (await client.createClock({ name: `suite ${index}` })).clock_id,
    })),
  );
  const own = await client.clock.pause();
  const waiting = suites.values();
  const work = async () => {
    for (const { begin, clockId } of waiting) {
      const days = Array.from({ length: 14 }, (_, index) =>
        new Date(begin.getTime() + (index + 1) * day).toISOString(),
      );
      expect(await run(clockId, begin)).toEqual(days.map((each) => ({ here: each, service: each })));
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));

  for (const { begin, clockId } of suites) {
    expect(await client.namedClock(clockId).now()).toEqual(new Date(begin.getTime() + 14 * day));
  }
  expect(await client.clock.now()).toEqual(own);
}, 1_800_000);
