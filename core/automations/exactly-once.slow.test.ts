import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '../testing/provider.ts';

const script = join(import.meta.dirname, 'testing/ticking-host.ts');

/** Runs the host until it has counted some more events, and kills it; or until it has ended. @returns its last line */
async function runAndKill(
  folder: string,
  more: number,
): Promise<{ readonly last: string; readonly isKilled: boolean }> {
  const args = ['--conditions=chronoscribe-source', script, join(folder, 'config.yaml'), join(folder, 'data')];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(child, 'exit');
  let first: number | undefined;
  let last = '';
  for await (const line of createInterface(child.stdout)) {
    last = line;
    first ??= Number(line);
    if (Number(line) >= first + more) child.kill('SIGKILL');
  }
  await ended;
  return { last, isKilled: child.signalCode === 'SIGKILL' };
}

test('each of 1,000 events gives exactly one run of an automation, over kills', { timeout: 900_000 }, async () => {
  const folder = await temporaryFolder();
  onTestFinished(() => folder.remove());
  const automations = { counting: { on: 'tick', mode: 'parallel', do: [{ count: { tick: '=tick' } }] } };
  await writeFile(join(folder.path, 'config.yaml'), JSON.stringify({ log: { level: 'silent' }, automations }));
  let kills = 0;
  for (;;) {
    // Between one event and some dozens: during emission, dispatch, start and end of runs.
    const { last, isKilled } = await runAndKill(folder.path, 1 + ((kills * 37) % 90));
    if (!isKilled) {
      expect(last).toBe('runs 1000');
      break;
    }
    kills += 1;
  }
  expect(kills).toBeGreaterThan(10);
});
