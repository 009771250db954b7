import { glob, readFile } from 'node:fs/promises';

/** The texts of the modules of the console's application. */
export async function consoleSources(): Promise<readonly string[]> {
  const sources = new URL('../../../plugins/console/web/src/', import.meta.url);
  const files = await Array.fromAsync(glob('**/*.{ts,tsx}', { cwd: sources }));
  return Promise.all(files.map((file) => readFile(new URL(file, sources), 'utf8')));
}
