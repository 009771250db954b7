import { createHash } from 'node:crypto';
import { z } from 'zod';
import { blobName } from '../kinds/blobs.ts';

/** Raised when a later version writes what an earlier one cannot read. */
export const format = 1;

export const manifestName = 'manifest.json';
/** The last part: what the manifest must be like, as `sha256sum` writes it. */
export const sealName = 'manifest.sha256';

export function sealOf(manifest: Uint8Array): Uint8Array {
  return Buffer.from(`${createHash('sha256').update(manifest).digest('hex')}  ${manifestName}\n`);
}

const blobsFolder = 'blobs/';
const storeFolder = 'store/';
const sectionEnding = '.ndjson';
const section = /^[a-z][a-z0-9_]*(\/[a-z][a-z0-9_]*)*$/;

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);

const Blob = z.object({ name: z.string().refine((name) => blobName.test(name)), bytes: z.int().nonnegative(), sha256 });

const Section = z.object({
  name: z.string().regex(section),
  bytes: z.int().nonnegative(),
  sha256,
  /** How many lines it has. */
  entries: z.int().nonnegative(),
});

/**
 * What an archive says of itself, first of all: a tar of this manifest, of the blobs under their own names in `blobs/`, of what the store holds in `store/`: a file for each section with
 * an entry a line, as JSON, and of the manifest's hash. All are sorted by name, and nothing is in it that does not follow from what it holds, so two archives of the same are the same to the byte.
 */
export const Manifest = z.object({
  format: z.literal(format),
  /** The version that wrote it. */
  chronoscribe: z.string(),
  blobs: z.array(Blob),
  store: z.array(Section),
});

export type Manifest = Readonly<z.output<typeof Manifest>>;
export type ArchivedBlob = Readonly<z.output<typeof Blob>>;
export type ArchivedSection = Readonly<z.output<typeof Section>>;

/** What the manifest of whichever version says. */
export const AnyManifest = z.looseObject({ format: z.int(), chronoscribe: z.string() });

export const blobPart = ({ name }: Pick<ArchivedBlob, 'name'>): string => `${blobsFolder}${name}`;
export const sectionPart = ({ name }: Pick<ArchivedSection, 'name'>): string => `${storeFolder}${name}${sectionEnding}`;
