import { createHmac, randomBytes, randomUUID } from 'node:crypto';
import { type Blobs, defineCollection, type Logger, type Store, undefinedIfNotFound } from 'chronoscribe';
import { collectCooperatively } from 'chronoscribe/concurrency';
import { z } from 'zod';
import type { RecordLabels } from './kind.ts';
import type { Patient } from './shapes.ts';

/** The key of the search terms, and its name, which is that of its file. */
interface SearchKey {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** Bytes of a hash. A chance match among a million records is less likely than a damaged disk. */
const hashBytes = 9;
/** Letters of the shortest and the longest beginning of a word that is found. */
const [shortestPrefix, longestPrefix] = [2, 16];

export type SearchTerms = ReturnType<typeof searchTerms>;

/**
 * Turns names and identifiers into keyed hashes (HMAC-SHA-256), so that the store can be searched for a patient without
 * holding anything of one. Whoever has the store but not the key cannot test a name against it.
 */
function searchTerms({ name, bytes }: SearchKey) {
  const hash = (account: string, use: 'whole' | 'name' | 'prefix' | 'pseudonym', text: string) =>
    createHmac('sha256', bytes)
      .update(JSON.stringify([account, use, text]))
      .digest()
      .subarray(0, hashBytes)
      .toString('base64url');

  return {
    /** The name of the key. Hashes of another key are of no use. */
    key: name,
    /** The hashes that a record is found by. */
    of(account: string, { patient, title }: Pick<RecordLabels, 'patient' | 'title'>): readonly string[] {
      const { id = '', identifier = '', name: fullName = '' } = patient ?? {};
      const wholes = [id, identifier].map(joined).filter((text) => text !== '');
      const searched = [...wordsOf(fullName), ...wordsOf(identifier), joined(identifier), ...wordsOf(title)];
      return [
        ...new Set([
          ...wholes.map((text) => hash(account, 'whole', text)),
          ...wordsOf(fullName).map((word) => hash(account, 'name', word)),
          ...new Set(searched.flatMap(prefixesOf)).values().map((prefix) => hash(account, 'prefix', prefix)),
        ]),
      ];
    },
    /** The hashes of all beginnings of words of a text. */
    async ofTexts(account: string, texts: Iterable<string>): Promise<readonly string[]> {
      const words = new Set(await collectCooperatively(Iterator.from(texts).flatMap(wordsOf)));
      const prefixes = new Set([...words].flatMap(prefixesOf));
      return collectCooperatively(prefixes.values().map((prefix) => hash(account, 'prefix', prefix)));
    },
    /** The hashes of which a record of this patient has all of one list: an id, an identifier or a name. */
    forPatient(account: string, text: string): readonly (readonly string[])[] {
      const words = wordsOf(text);
      if (words.length === 0) return [];
      return [[hash(account, 'whole', joined(text))], words.map((word) => hash(account, 'name', word))];
    },
    /** The hashes that a record has if each word begins a word of its patient's name, identifier or title. */
    forWords: (account: string, text: string) =>
      wordsOf(text).map((word) => hash(account, 'prefix', word.slice(0, longestPrefix))),
    /** The same text for all records of a patient, which does not tell who it is; null without a patient. */
    pseudonym(account: string, patient: Patient | null): string | null {
      if (patient === null) return null;
      const { id, identifier, name: fullName, birth_date = '' } = patient;
      const known = id ?? identifier ?? (fullName === undefined ? undefined : `${fullName} ${birth_date}`);
      return known === undefined ? null : hash(account, 'pseudonym', joined(known));
    },
  };
}

/** The words of a text in lower case without accents: `Müller-Lüdenscheidt` has two. */
function wordsOf(text: string): string[] {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
}

/** The surroundings of the first word that one of a query's words begins; undefined where there is none. */
export function passageWith(query: string, texts: Iterable<string>): string | undefined {
  const wanted = wordsOf(query);
  for (const text of texts) {
    for (const { 0: word, index } of text.matchAll(/[\p{L}\p{N}\p{M}]+/gu)) {
      if (!wordsOf(word).some((each) => wanted.some((prefix) => each.startsWith(prefix)))) continue;
      const [from, to] = [Math.max(0, index - 80), index + 160];
      const shown = text.slice(from, to).trim().toWellFormed();
      return `${from > 0 ? '…' : ''}${shown}${to < text.length ? '…' : ''}`;
    }
  }
  return undefined;
}

/** `MRN 0012-34` and `mrn001234` are one identifier. */
function joined(text: string): string {
  return wordsOf(text).join('');
}

/** A word as a whole, cut to the longest prefix, and its beginnings. */
function prefixesOf(word: string): string[] {
  const longest = Math.min(word.length, longestPrefix);
  const lengths = Array.from({ length: Math.max(0, longest - shortestPrefix) }, (_, index) => index + shortestPrefix);
  return word === '' ? [] : [...lengths.map((length) => word.slice(0, length)), word.slice(0, longest)];
}

/** The search terms of a host. The key is loaded, or created, when it is needed first. */
export function openSearchTerms(store: Store, tools: KeyTools): () => Promise<SearchTerms> {
  let terms: Promise<SearchTerms> | undefined;
  return () => {
    terms ??= loadSearchKey(store, tools)
      .then(searchTerms)
      .catch((thrown: unknown) => {
        // The next call tries again.
        terms = undefined;
        throw thrown;
      });
    return terms;
  };
}

interface KeyTools {
  readonly blobs: Blobs;
  readonly log: Logger;
}

/** Where the key is. The key itself is with the contents of the records, and never in the store. */
const searchKeys = defineCollection({
  name: 'records_search_key',
  schema: z.object({ id: z.literal('key'), blob: z.string() }),
  indexes: [],
});

const keyBytes = 32;

/** What the names of the files of keys start with. */
export const searchKeyPrefix = 'records/search-key-';

/**
 * The key of the search terms, which all hosts on one store share. The first one creates it. If its file is lost, a new
 * one is created: records with terms of the former key are then searched by their contents.
 */
async function loadSearchKey(store: Store, { blobs, log }: KeyTools): Promise<SearchKey> {
  await store.prepare(searchKeys);
  const known = await store.get(searchKeys, 'key');
  const key = known && (await readKey(blobs, known.blob));
  if (key !== undefined) return key;
  if (known !== undefined) {
    log.warn(
      { file: known.blob },
      'the key that records are searched with is lost; a new one is made, and searches are slow',
    );
  }
  const name = `${searchKeyPrefix}${randomUUID()}`;
  await blobs.write(name, new Blob([randomBytes(keyBytes)]).stream());
  const isFirst = await store.transaction(async (documents) => {
    if ((await documents.get(searchKeys, 'key'))?.blob !== known?.blob) return false;
    await documents.put(searchKeys, { id: 'key', blob: name });
    return true;
  });
  if (!isFirst) await blobs.delete(name);
  return loadSearchKey(store, { blobs, log });
}

async function readKey(blobs: Blobs, name: string): Promise<SearchKey | undefined> {
  const pieces = await undefinedIfNotFound(Array.fromAsync(blobs.read(name)));
  const bytes = Buffer.concat(pieces ?? []);
  return bytes.length === keyBytes ? { name, bytes } : undefined;
}
