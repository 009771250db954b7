import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { temporaryFolder } from 'chronoscribe/testing';
import { expect, onTestFinished, test } from 'vitest';
import { callsCanBeMet } from '../system-calls.ts';

const writer = fileURLToPath(new URL('../../../providers/store/testing/crash-writer.ts', import.meta.url));
const sqlite = new URL('../../../providers/store/sqlite/index.ts', import.meta.url).href;
const enough = 50;

test.skipIf(!callsCanBeMet())(
  'the store sqlite acknowledges a change only when the log that has it is synced to the disk',
  async () => {
    const folder = await temporaryFolder();
    onTestFinished(folder.remove);
    const log = join(folder.path, 'calls');
    const watching = ['-D', '-f', '-y', '-qq', '-o', log, '-e', 'trace=pwrite64,fsync,fdatasync,write'];
    const node = [process.execPath, '--conditions=chronoscribe-source', writer, sqlite, folder.path];
    const child = spawn('strace', [...watching, ...node], { stdio: ['ignore', 'pipe', 'inherit'] });
    let acknowledged = 0;
    child.stdout.setEncoding('utf8').on('data', (printed: string) => {
      acknowledged += printed.split('\n').length - 1;
      if (acknowledged >= enough) child.kill('SIGKILL');
    });
    await once(child, 'close');

    const { answers, early } = answersIn(await readFile(log, 'utf8'));
    expect(answers).toBeGreaterThanOrEqual(enough);
    expect(early).toEqual([]);
  },
  120_000,
);

/** The acknowledgements in the notes of strace, and those that came while a write to the log was not synced. */
function answersIn(notes: string): { readonly answers: number; readonly early: readonly string[] } {
  let isSynced = true;
  let answers = 0;
  const early: string[] = [];
  /** Threads whose sync of the log another one interrupts in the notes. */
  const syncing = new Set<string>();
  for (const line of notes.split('\n')) {
    const [thread = ''] = line.split(' ', 1);
    if (/pwrite64\(\d+<[^>]*-wal>/.test(line)) isSynced = false;
    else if (/sync\(\d+<[^>]*-wal> <unfinished/.test(line)) syncing.add(thread);
    else if (/sync resumed>.* = 0/.test(line)) isSynced = syncing.delete(thread) || isSynced;
    else if (/sync\(\d+<[^>]*-wal>\) += 0/.test(line)) isSynced = true;
    else if (/write\(1<[^>]*>, "\d+\\n"/.test(line)) {
      answers += 1;
      if (!isSynced) early.push(line);
    }
  }
  return { answers, early };
}
