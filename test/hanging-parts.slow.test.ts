import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { temporaryFolder } from 'chronoscribe/testing';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { cli, launch, startCli } from '../core/cli/testing.ts';

const fixtures = join(import.meta.dirname, 'fixtures/hanging');
/** As messages for people name the plugin. */
const title = `plugin hanging (${join(fixtures, 'index.ts')})`;

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
beforeEach(async () => {
  folder = await temporaryFolder();
});
afterEach(() => folder.remove());

/** The arguments for a host with the plugin of the fixtures, with the least times for its start and its stop. */
async function withPlugin(settings: object, { module = 'index.ts' } = {}): Promise<readonly string[]> {
  const file = join(folder.path, 'config.yaml');
  const plugins = { hanging: { use: join(fixtures, module), with: settings } };
  await writeFile(file, JSON.stringify({ start: { slowSeconds: 1 }, stop: { deadlineSeconds: 0 }, plugins }));
  return ['--config', file, '--data', join(folder.path, 'data')];
}

/** The lines of a log that name the plugin. */
function said(stderr: string): readonly unknown[] {
  return stderr
    .split('\n')
    .filter((line) => line.includes('"plugin hanging"'))
    .map((line): unknown => JSON.parse(line));
}

/** @returns what a process printed up to these words @throws Error if it ends before */
async function printed(child: ReturnType<typeof launch>, words: string): Promise<string> {
  let seen = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (piece: Buffer) => {
      seen += piece.toString();
    });
  }
  const ended = once(child, 'close').then(() => Promise.reject(new Error(`ended before "${words}": ${seen}`)));
  ended.catch(() => undefined);
  while (!seen.includes(words)) await Promise.race([wait(10), ended]);
  return seen;
}

describe('a plugin whose stop', () => {
  test('hangs is named and abandoned, and all others stop', async () => {
    const host = await startCli(await withPlugin({ stop: 'hang' }));
    const { code, stderr } = await host.stop();
    expect(code).toBe(1);
    expect(said(stderr)).toEqual([expect.objectContaining({ msg: 'a part hangs and is abandoned', seconds: 5 })]);
    expect(stderr).toContain(`Not stopped cleanly: ${title}. The log says more.\n`);
    const again = await startCli(await withPlugin({}));
    expect(await again.stop()).toMatchObject({ code: 0 });
  });

  test('fails is named, and the exit code tells', async () => {
    const host = await startCli(await withPlugin({ stop: 'fail' }));
    const { code, stderr } = await host.stop();
    expect(code).toBe(1);
    expect(said(stderr)).toEqual([expect.objectContaining({ msg: 'a part did not stop cleanly' })]);
  });

  test('blocks the process is named, and the process killed', async () => {
    const host = await startCli(await withPlugin({ stop: 'block' }));
    const { code, stderr } = await host.stop();
    expect([code, host.process.signalCode]).toEqual([null, 'SIGKILL']);
    expect(said(stderr)).toEqual([
      expect.objectContaining({ msg: 'the stop of a part blocks the process, which is killed', seconds: 5 }),
    ]);
  });

  test.each([
    ['hang', 'SIGINT'],
    ['hang', 'SIGTERM'],
    ['block', 'SIGINT'],
    ['block', 'SIGTERM'],
  ] as const)('never ends (%s) is ended at once by a second signal (%s)', async (stop, signal) => {
    const host = await startCli(await withPlugin({ stop }));
    const stopping = printed(host.process as ReturnType<typeof launch>, 'hanging stops');
    host.process.kill('SIGTERM');
    await stopping;
    await wait(200);
    host.process.kill(signal);
    const { stderr } = await host.finished;
    expect(host.process.signalCode).toBe(signal);
    expect(said(stderr)).toEqual([]);
  });
});

describe('a plugin whose start hangs', () => {
  const slow = expect.objectContaining({
    level: 40,
    part: 'plugin hanging',
    msg: expect.stringContaining('still starting'),
  });

  test.each(['SIGINT', 'SIGTERM'] as const)('is named in the log, and %s ends the host', async (signal) => {
    const child = launch(['start', '--port', '0', ...(await withPlugin({ start: 'hang' }))]);
    const seen = await printed(child, 'disable it"}\n');
    child.kill(signal);
    await once(child, 'close');
    expect([child.exitCode, child.signalCode]).toEqual([null, signal]);
    expect(said(seen)).toEqual([slow]);
  });

  test('already with its import is named too', async () => {
    const child = launch(['start', '--port', '0', ...(await withPlugin({}, { module: 'import.ts' }))]);
    await printed(child, 'still starting');
    child.kill();
    await once(child, 'close');
    expect(child.signalCode).toBe('SIGTERM');
  });

  test('in a loop without end is ended by a signal', async () => {
    const child = launch(['start', '--port', '0', ...(await withPlugin({ start: 'block' }))]);
    await printed(child, 'hanging starts');
    await wait(200);
    child.kill();
    await once(child, 'close');
    expect(child.signalCode).toBe('SIGTERM');
  });

  test('leaves the data whole', async () => {
    const first = await startCli(await withPlugin({}));
    await first.stop();
    const child = launch(['start', '--port', '0', ...(await withPlugin({ start: 'hang' }))]);
    await printed(child, 'hanging starts');
    child.kill();
    await once(child, 'close');
    const again = await startCli(await withPlugin({}));
    const { status } = await fetch(new URL('/v1/current-time', again.url), { headers: { 'x-api-key': first.key } });
    expect(status).toBe(200);
    expect(await again.stop()).toMatchObject({ code: 0 });
  });
});

describe.each(['check', 'doctor'])('%s names', (command) => {
  test.each([{ start: 'hang' }, { stop: 'hang' }])('a plugin that hangs: %o', async (settings) => {
    const { code, stdout, stderr } = await cli([command, ...(await withPlugin(settings))]);
    expect(code).toBe(1);
    expect(stdout + stderr).toContain('plugin hanging');
  });

  test('a plugin that blocks its start', async () => {
    const { code, stderr } = await cli([command, ...(await withPlugin({ start: 'block' }))]);
    expect(code).not.toBe(0);
    expect(said(stderr)).toEqual([expect.objectContaining({ part: 'plugin hanging', seconds: 1 })]);
  });
});

test('check says of a plugin that hangs what it takes and what to do', async () => {
  const { stderr } = await cli(['check', ...(await withPlugin({ start: 'hang' }))]);
  expect(stderr).toBe(
    `${title} could not start: its start has taken 1 s; see that what it waits for answers, or disable it\n`,
  );
});
