import { fork } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFile, mkdir, readFile, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { Report } from './worker.ts';

/** A worker that tells nothing for so long hangs, in milliseconds. */
const silenceMs = 300_000;

const usage = 'npm run test:fuzz -- [--seconds 600] [--seed NUMBER] [forms] [json] [cues] [csv] [calendar] [archive]';
const all = ['forms', 'json', 'cues', 'csv', 'calendar', 'archive'];
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { seconds: { type: 'string', default: '600' }, seed: { type: 'string' }, help: { type: 'boolean' } },
});
const unknown = positionals.filter((name) => !all.includes(name));
if (values.help === true || unknown.length > 0 || !(Number(values.seconds) > 0)) {
  console.error(usage);
  process.exit(2);
}
const seed = values.seed ?? String(Date.now() % 2 ** 31);
const findings = resolve('fuzz-findings');

/** Fuzzes a target in a process of its own, which may die or hang. @returns what was found, in words */
async function fuzz(name: string): Promise<string | undefined> {
  await mkdir(findings, { recursive: true });
  const current = join(findings, `.${name}`);
  const worker = fork(join(import.meta.dirname, 'worker.ts'), [name, values.seconds, seed, current], {
    execArgv: ['--conditions=chronoscribe-source'],
  });
  let last: Report = { inputs: 0, kept: 0, functions: 0 };
  const hang = setTimeout(() => worker.kill('SIGKILL'), silenceMs);
  worker.on('message', (report: Report) => {
    last = report;
    hang.refresh();
  });
  const end = await new Promise<string | undefined>((done) => {
    worker.once('exit', (code, signal) => {
      if (signal === 'SIGKILL') done(`told nothing for ${silenceMs / 1000} s`);
      else done(code === 0 ? undefined : `the process died (${signal ?? code})`);
    });
  });
  clearTimeout(hang);
  console.log(`${name}: ${last.inputs} inputs, ${last.kept} kept, ${last.functions} functions reached`);
  const finding = last.finding ?? end;
  if (finding !== undefined) {
    const hash = createHash('sha256')
      .update(await readFile(current))
      .digest('hex')
      .slice(0, 12);
    const file = join(findings, `${name}-${hash}`);
    await copyFile(current, file);
    console.error(`${name}: ${file}\n${finding}`);
  }
  await rm(current, { force: true });
  return finding;
}

console.log(`seed ${seed}, ${values.seconds} s each`);
let found = 0;
for (const name of positionals.length > 0 ? positionals : all) if ((await fuzz(name)) !== undefined) found += 1;
process.exit(found > 0 ? 1 : 0);
