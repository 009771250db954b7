/**
 * Compares what the stable entries of the package in a folder export with the report that is kept there: exit code 1 if
 * it has changed, or if a name has no docstring. `npm run api:report` writes the report anew.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { createTwoFilesPatch } from 'diff';
import { apiReport } from './report.ts';

const { values, positionals } = parseArgs({ options: { write: { type: 'boolean' } }, allowPositionals: true });
const folder = resolve(positionals[0] ?? join(import.meta.dirname, '../..'));
const place = join(folder, 'test/api/report.txt');

const { text, faults, counts } = await apiReport(folder);
if (values.write) await writeFile(place, text);
const kept = await readFile(place, 'utf8').catch(() => '');
for (const fault of faults) console.error(fault);
if (kept !== text) {
  console.error(createTwoFilesPatch('kept', 'now', kept, text, '', '', { context: 1 }));
  console.error('The public API has changed. If it is meant to: npm run api:report, and a line in CHANGELOG.md.');
}
if (faults.length > 0 || kept !== text) process.exitCode = 1;
console.log(`${counts.stable} stable names, ${counts.values} of them values; ${counts.internal} internal ones`);
