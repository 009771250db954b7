import { createHash } from 'node:crypto';
import type { ModelPackage } from '../../api/provider.ts';

/** A model for tests: one file of a megabyte that looks like no other. */
export const parrotFile = Buffer.from(
  Uint32Array.from({ length: 250_000 }, (_, at) => Math.imul(at, 2654435761)).buffer,
);

export function sha256Of(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}

export function parrot(url: string, changes: Partial<ModelPackage> = {}): ModelPackage {
  return {
    name: 'parrot-small',
    description: 'repeats what it hears',
    url,
    bytes: parrotFile.length,
    sha256: sha256Of(parrotFile),
    archive: 'none',
    files: ['parrot.onnx'],
    licence: 'MIT',
    ...changes,
  };
}

/** The parrot in an archive of undeclared size. */
export function packedParrot(url: string, changes: Partial<ModelPackage> = {}): ModelPackage {
  return parrot(url, {
    bytes: null,
    sha256: null,
    archive: 'tar.bz2',
    files: ['encoder.onnx', 'tokens.txt'],
    ...changes,
  });
}
