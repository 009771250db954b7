import { writeFileSync } from 'node:fs';
import { randomFrom } from '../crash/random.ts';
import { blockCoverage } from './coverage.ts';
import { mutate } from './mutate.ts';
import { archive, calendar, csv, cues } from './parsers.ts';
import { forms, json } from './requests.ts';
import type { Target } from './target.ts';

export const targets: Readonly<Record<string, () => Promise<Target>>> = { forms, json, cues, csv, calendar, archive };

/** The most processor time for an input, none of which is larger than 1 MB, in milliseconds. */
const maxCpuMs = 1_000;

/** The largest input from which others are made. */
const maxKeptBytes = 65_536;

/** What a worker tells: that it goes on, or what it has found. The input is in its file. */
export interface Report {
  readonly inputs: number;
  readonly kept: number;
  readonly functions: number;
  readonly finding?: string;
}

const [name = '', seconds = '', seed = '', file = ''] = process.argv.slice(2);
const made = await targets[name]?.();
if (made === undefined) throw new Error(`There is no target ${name}.`);
const target: Target = made;
const random = randomFrom(Number(seed));
const coverage = await blockCoverage();
const corpus: Uint8Array[] = [...target.seeds];
const until = performance.now() + Number(seconds) * 1000;
let inputs = 0;
let told = 0;

const report = (finding?: string): void => {
  const counts = { inputs, kept: corpus.length, functions: coverage.functions() };
  process.send?.({ ...counts, ...(finding !== undefined && { finding }) } satisfies Report);
};

/** The processor time that an input takes, in milliseconds. */
async function cpuOf(input: Uint8Array): Promise<number> {
  const before = process.cpuUsage();
  await target.read(input);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/** What is wrong with how an input was read; undefined if nothing is. */
async function faultOf(input: Uint8Array): Promise<string | undefined> {
  // Kept for the case that this process dies of it.
  writeFileSync(file, input);
  try {
    if ((await cpuOf(input)) <= maxCpuMs) return undefined;
    // Once more, without what is only done here and once: counting, compiling, collecting.
    const ms = await coverage.without(() => cpuOf(input));
    return ms > maxCpuMs ? `took ${Math.round(ms)} ms of processor time for ${input.length} bytes` : undefined;
  } catch (thrown) {
    return thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown);
  }
}

let fault: string | undefined;
for (const input of target.seeds) {
  fault ??= await faultOf(input);
  report();
}
await coverage.isNew();
while (fault === undefined && performance.now() < until) {
  const input = mutate(random.one(corpus), { random, words: target.words, other: random.one(corpus) });
  fault = await faultOf(input);
  inputs += 1;
  // What is made from a long input takes long too.
  if ((await coverage.isNew()) && input.length <= maxKeptBytes) corpus.push(input);
  if (performance.now() - told < 1000) continue;
  told = performance.now();
  report();
}
report(fault);
await target.stop?.();
process.disconnect();
