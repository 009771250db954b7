import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { z } from 'zod';
import type { Sealing } from '../api/provider.ts';
import type { HostSettings } from '../config/host-settings.ts';
import type { AnyCollection, Collection } from '../kinds/store.ts';
import { createKeyRing, type KeyRing, keyBytes, wrappedBytes } from './key-ring.ts';
import { isSealed, open, seal } from './sealed-bytes.ts';

/** The only member of a JSON value that was sealed. */
const sealedMember = 'chronoscribe/sealed';
const SealedJson = z.strictObject({ [sealedMember]: z.base64() });
type SealedJson = z.output<typeof SealedJson>;

const context = 'A saved value';
const tagBytes = 16;
/** A key seals one value only, so a nonce is never used twice. */
const nonce = new Uint8Array(12);

export function sealJson(ring: KeyRing, json: unknown): SealedJson {
  const key = randomBytes(keyBytes);
  const sealing = createCipheriv('aes-256-gcm', key, nonce);
  const text = Buffer.concat([sealing.update(JSON.stringify(json) ?? 'null'), sealing.final(), sealing.getAuthTag()]);
  const sealed = Buffer.concat([ring.wrap(key, context), text]).toString('base64');
  return { [sealedMember]: sealed };
}

/** The value; what was saved before the installation encrypted comes back as it is. @throws Error see `KeyRing.unwrap` */
export function openJson(ring: KeyRing, saved: unknown): unknown {
  const { data } = SealedJson.safeParse(saved);
  if (data === undefined) return saved;
  const bytes = Buffer.from(data[sealedMember], 'base64');
  const opening = createDecipheriv('aes-256-gcm', ring.unwrap(bytes.subarray(0, wrappedBytes), context), nonce);
  opening.setAuthTag(bytes.subarray(-tagBytes));
  const text = Buffer.concat([opening.update(bytes.subarray(wrappedBytes, -tagBytes)), opening.final()]);
  return JSON.parse(text.toString());
}

/** A document as it is stored: its id and the fields of its indexes, and all others sealed. */
export const StoredDocument = z.looseObject({ id: z.string(), [sealedMember]: z.string().optional() });
export type StoredDocument = z.output<typeof StoredDocument>;

/** A document of any shape. */
export const OpenDocument = z.looseObject({ id: z.string() });
export type OpenDocument = z.output<typeof OpenDocument>;

/** The collection with the shape of what is stored. The boundary of types: the indexed fields are not sealed. */
export function storedCollection({ name, indexes }: AnyCollection): Collection<StoredDocument> {
  return { name, schema: StoredDocument, indexes: indexes as unknown as Collection<StoredDocument>['indexes'] };
}

/** The fields by which documents are found, in the order of their names. */
export const foundFields = ({ indexes, words }: AnyCollection): readonly string[] =>
  [...new Set([...indexes.flat(), ...(words === undefined ? [] : [words])])].toSorted();

/** @param fields that are not sealed, besides the id */
export function sealDocument(ring: KeyRing, fields: readonly string[], document: OpenDocument): StoredDocument {
  const found = new Set(['id', ...fields]);
  const all = Object.entries(document);
  const rest = Object.fromEntries(all.filter(([field]) => !found.has(field)));
  return { ...Object.fromEntries(all.filter(([field]) => found.has(field))), id: document.id, ...sealJson(ring, rest) };
}

/** The document; one that was stored before the installation encrypted, as it is. */
export function openDocument(ring: KeyRing, stored: StoredDocument): OpenDocument {
  const { [sealedMember]: sealed, ...found } = stored;
  if (sealed === undefined) return found;
  const rest = z.looseObject({}).parse(openJson(ring, { [sealedMember]: sealed }));
  return { ...rest, ...found };
}

/** What the host itself does with it besides. */
export interface HostSealing extends Sealing {
  readonly ring: KeyRing;
  /** The folder of files that programs read, from the data folder if relative. */
  readonly temporaryFolder: string;
  sealBackup(bytes: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array>;
}

const backup = 'The backup';

/** @param settings `encryption` of the configuration; undefined without a key */
export function createSealing(settings: HostSettings['encryption']): HostSealing | undefined {
  const { key, previousKeys, temporaryFolder } = settings;
  if (key === null) return undefined;
  const ring = createKeyRing([key, ...previousKeys]);
  return {
    ...{ ring, temporaryFolder },
    sealJson: (json) => sealJson(ring, json),
    openJson: (saved) => openJson(ring, saved),
    sealBackup: (bytes) => seal(ring, backup, bytes),
  };
}

/** The bytes of a backup file, opened if it is sealed. @throws Error if its key is not known */
export async function* openBackup(
  sealing: HostSealing | undefined,
  bytes: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  const source = bytes[Symbol.asyncIterator]();
  const first = await source.next();
  async function* all(): AsyncGenerator<Uint8Array> {
    try {
      for (let chunk = first; chunk.done !== true; chunk = await source.next()) yield chunk.value;
    } finally {
      await source.return?.();
    }
  }
  if (first.done === true || !isSealed(first.value)) return yield* all();
  if (sealing === undefined)
    throw new Error('The file is sealed. Set encryption.key to the key that it was sealed with.');
  yield* open(sealing.ring, backup, all());
}
