import { existsSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** Damaged and unusual PDFs next to the checkout; tests that need them are skipped if they are absent. */
const folder = resolve(import.meta.dirname, '../../../../shared/data/malformed/pdf');
export const hasMalformed = existsSync(folder);

if (!hasMalformed) console.warn(`${folder} is absent: the tests that need it are skipped`);

/** All of them, in a fixed order. */
export function malformedFiles(): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8', withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted();
}
