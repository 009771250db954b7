import { hash } from 'node:crypto';
import { z } from 'zod';
import { blobName } from '../kinds/blobs.ts';

/** The format version. Raised when an earlier version could not read what this one writes. */
export const formatVersion = 1;

export const manifestName = 'manifest.json';
/** The last entry: the SHA-256 of the manifest, in the format of `sha256sum`. */
export const manifestHashName = 'manifest.sha256';

/** The content of the last entry. */
export function manifestHash(manifest: Uint8Array): Uint8Array {
  return Buffer.from(`${hash('sha256', manifest)}  ${manifestName}\n`);
}

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);

const ArchivedBlob = z.object({
  name: z.string().refine((name) => blobName.test(name)),
  bytes: z.int().nonnegative(),
  sha256,
});

const ArchivedSection = z.object({
  name: z.string().regex(/^[a-z][a-z0-9_]*(\/[a-z][a-z0-9_]*)*$/),
  bytes: z.int().nonnegative(),
  sha256,
  /** Number of lines. */
  entries: z.int().nonnegative(),
});

/**
 * The first entry of an archive: the list of its contents. An archive is a tar of this manifest, the blobs under
 * `blobs/`, the store's sections under `store/` (NDJSON, one entry per line) and the manifest's hash, sorted by name.
 * It holds nothing that does not follow from its contents, so two archives of the same contents are identical byte by
 * byte.
 */
export const Manifest = z.object({
  format: z.literal(formatVersion),
  /** The version of Chronoscribe that wrote the archive. */
  chronoscribe: z.string(),
  blobs: z.array(ArchivedBlob),
  store: z.array(ArchivedSection),
});

export type Manifest = Readonly<z.output<typeof Manifest>>;
export type ArchivedBlob = Readonly<z.output<typeof ArchivedBlob>>;
type ArchivedSection = Readonly<z.output<typeof ArchivedSection>>;

/** The part of a manifest that every format version has. */
export const AnyManifest = z.looseObject({ format: z.int(), chronoscribe: z.string() });

/** The name of a blob's entry in the tar. */
export const blobEntryName = ({ name }: Pick<ArchivedBlob, 'name'>): string => `blobs/${name}`;
/** The name of a section's entry in the tar. */
export const sectionEntryName = ({ name }: Pick<ArchivedSection, 'name'>): string => `store/${name}.ndjson`;
