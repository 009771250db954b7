import { Problem } from 'chronoscribe';
import { describe, expect, test } from 'vitest';
import { deathOf } from '../../../core/child-process/testing/death.ts';
import { type DecodingLimits, defaultLimits } from './decoder.ts';
import { runDecodingProcess } from './decoding-process.ts';

const never = new AbortController().signal;
const ignore = async () => {};

/** Runs a little program in place of a decoder. */
function run(program: string, limits: Partial<DecodingLimits> = {}, signal = never) {
  return runDecodingProcess({
    command: process.execPath,
    arguments: ['-e', program],
    limits: { ...defaultLimits, ...limits },
    sink: ignore,
    signal,
  });
}

describe('a decoding process', () => {
  test('hands its output on and says how it ended', async () => {
    const pieces: string[] = [];
    const ending = await runDecodingProcess({
      command: process.execPath,
      arguments: ['-e', "process.stdout.write('sound'); console.error('a stderr'); process.exitCode = 7"],
      limits: defaultLimits,
      sink: async (piece) => void pieces.push(Buffer.from(piece).toString()),
      signal: never,
    });
    expect(pieces.join('')).toBe('sound');
    expect(ending).toEqual({ exitCode: 7, bytes: 5, stderr: 'a stderr\n' });
  });

  test('that hangs is killed and named', async () => {
    await deathOf((socket) =>
      expect(
        run(`require('net').connect('${socket}'); setInterval(() => {}, 1000)`, { stallMs: 2000 }),
      ).rejects.toMatchObject({
        code: 'unreadable-file',
        detail: expect.stringContaining('hung'),
      }),
    );
  });

  test('that drips sound for ever is killed and named', async () => {
    const dripping = run("setInterval(() => process.stdout.write('x'), 20)", { totalMs: 700 });
    await expect(dripping).rejects.toMatchObject({
      code: 'unreadable-file',
      detail: expect.stringContaining('longer than'),
    });
  });

  test.skipIf(process.platform !== 'linux')('that takes too much memory is killed and named', async () => {
    const hog = run('const kept = []; setInterval(() => kept.push(Buffer.alloc(20e6, 1)), 10)', { memoryBytes: 200e6 });
    await expect(hog).rejects.toMatchObject({
      code: 'unreadable-file',
      detail: expect.stringContaining('MB of memory'),
    });
  });

  test('that crashes is told by its exit code', async () => {
    expect(await run('process.kill(process.pid, "SIGSEGV")')).toMatchObject({ exitCode: null, bytes: 0 });
  });

  test('is dead before an abort is answered', async () => {
    const stop = new AbortController();
    await deathOf(async (socket, called) => {
      const running = run(`require('net').connect('${socket}'); process.stdout.write('x')`, {}, stop.signal);
      called.then(() => stop.abort(new Error('cancelled')));
      await expect(running).rejects.toThrow('cancelled');
    });
  });

  test('that is not started at all after an abort', async () => {
    await expect(run('', {}, AbortSignal.abort(new Error('cancelled before')))).rejects.toThrow('cancelled before');
  });

  test('complains at length, and only the end is kept', async () => {
    const { stderr } = await run("process.stderr.write('x'.repeat(1e6) + 'the end')");
    expect(stderr).toHaveLength(4096);
    expect(stderr).toMatch(/the end$/);
  });

  test('sees none of the keys in the environment of the host', async () => {
    process.env.A_SECRET_FOR_TESTS = 'csk_secret';
    const { stderr } = await run('console.error(JSON.stringify(Object.keys(process.env)))');
    delete process.env.A_SECRET_FOR_TESTS;
    expect(stderr).toContain('PATH');
    expect(stderr).not.toContain('A_SECRET_FOR_TESTS');
  });

  test('that cannot be started is a problem that names the program', async () => {
    const missing = runDecodingProcess({
      command: '/nowhere/ffmpeg',
      arguments: [],
      limits: defaultLimits,
      sink: ignore,
      signal: never,
    });
    await expect(missing).rejects.toThrow(Problem);
    await expect(missing).rejects.toMatchObject({
      code: 'provider-unavailable',
      detail: expect.stringContaining('/nowhere/ffmpeg'),
    });
  });
});
