import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '..');

/** The images that a Dockerfile or a compose file pulls; those that it builds itself have no name there. */
function imagesIn(file: string): readonly string[] {
  const lines = readFileSync(resolve(root, file), 'utf8').split('\n');
  return lines.flatMap((line) => /^(?:\s*image:|ARG NODE_IMAGE=)\s*(\S+)/.exec(line)?.[1] ?? []);
}

test('images are named by their digests, so that nobody gets another than was tried', () => {
  const files = ['Dockerfile', ...globSync('compose*.yaml', { cwd: root })];
  const images = files.flatMap(imagesIn);
  expect(images.length).toBeGreaterThan(3);
  expect(images.filter((image) => !/@sha256:[0-9a-f]{64}$/.test(image))).toEqual([]);
  const built = /^FROM (.+)$/gm;
  const bases = [...readFileSync(resolve(root, 'Dockerfile'), 'utf8').matchAll(built)].map(([, base]) => base);
  expect(bases).toEqual([expect.stringContaining('$'), expect.stringContaining('$')]);
});
