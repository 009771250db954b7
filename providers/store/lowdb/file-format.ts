import { z } from 'zod';

/** A stored document: plain JSON with an id, not yet parsed by its collection's schema. */
export interface StoredDocument {
  readonly id: string;
}

/** Documents by id, by collection. */
export type Collections = ReadonlyMap<string, ReadonlyMap<string, StoredDocument>>;

/** The contents of the file. */
export interface Contents {
  readonly counters: ReadonlyMap<string, number>;
  readonly collections: Collections;
}

/** Increased when earlier versions can no longer read the file. */
export const currentFormat = 2;
/** Format 1 had no commits of journals. */
const formats = [1, currentFormat] as const;

// Objects pass unchanged: zod would drop a field called `__proto__`.
const storedDocument = z.custom<StoredDocument>(
  (value) => z.object({ id: z.string() }).safeParse(value).success,
  'a document is an object with an "id"',
);
// A list, since a counter may have any name.
const fileShape = z.strictObject({
  format: z.literal(
    formats,
    `"format" is not ${currentFormat}: a newer version of chronoscribe wrote this file, or it is another file`,
  ),
  counters: z.array(z.strictObject({ name: z.string(), value: z.int().nonnegative() })),
  collections: z.record(z.string(), z.array(storedDocument)),
});

/** Formats the file: indented JSON, one list of documents for each collection. */
export function formatContents({ counters, collections }: Contents): string {
  const shaped: z.input<typeof fileShape> = {
    format: currentFormat,
    counters: [...counters].map(([name, value]) => ({ name, value })),
    collections: Object.fromEntries([...collections].map(([name, documents]) => [name, [...documents.values()]])),
  };
  return `${JSON.stringify(shaped, null, 2)}\n`;
}

/**
 * Parses the file and converts it to the current format. Returns the contents and the format of the file, or a
 * description of the fault that does not quote the file.
 */
export function parseContents(
  text: string,
): { readonly contents: Contents; readonly format: number } | { readonly fault: string } {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (thrown) {
    return { fault: `it is not JSON${lineOf(text, thrown)}` };
  }
  const parsed = fileShape.safeParse(json);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    return { fault: `at ${issue?.path.join('.') || 'its top'}: ${issue?.message ?? 'wrong shape'}` };
  }
  const { counters, collections } = parsed.data;
  const byId = new Map<string, ReadonlyMap<string, StoredDocument>>();
  for (const [name, documents] of Object.entries(collections)) {
    const collection = new Map(documents.map((document) => [document.id, document]));
    if (collection.size < documents.length) return { fault: `two documents of "${name}" have the same id` };
    byId.set(name, collection);
  }
  const current = parsed.data.format === 1 ? convertFormat1(byId) : byId;
  if (current === undefined) return { fault: 'a document of its journal is damaged' };
  return {
    contents: { counters: new Map(counters.map(({ name, value }) => [name, value])), collections: current },
    format: parsed.data.format,
  };
}

/** V8 reports "position N"; the rest of its message quotes the text. */
function lineOf(text: string, thrown: unknown): string {
  const position = thrown instanceof Error ? /position (\d+)/.exec(thrown.message)?.[1] : undefined;
  return position === undefined ? '' : ` from line ${text.slice(0, Number(position)).split('\n').length} on`;
}

const revisions = z.array(z.looseObject({ account: z.string(), seq: z.int(), recordedAt: z.int() }));
const accounts = z.array(z.looseObject({ id: z.string(), head: z.int(), recordedAt: z.int() }));

/**
 * Converts format 1, which stored only the head of each account's journal: the time at which a revision was recorded
 * says when it became visible. Undefined if a document of the journal is damaged.
 */
export function convertFormat1(collections: Collections): Collections | undefined {
  const recorded = revisions.safeParse([...(collections.get('journal_revisions')?.values() ?? [])]);
  const heads = accounts.safeParse([...(collections.get('journal_accounts')?.values() ?? [])]);
  if (!recorded.success || !heads.success) return undefined;
  const commits = [
    ...recorded.data.toSorted((one, other) => one.seq - other.seq),
    ...heads.data.map(({ id: account, head: seq, recordedAt }) => ({ account, seq, recordedAt })),
  ].map(({ account, seq, recordedAt }) => ({ id: JSON.stringify([account, recordedAt]), account, recordedAt, seq }));
  // The last one of a moment counts.
  const byId = new Map<string, StoredDocument>(commits.map((commit) => [commit.id, commit]));
  const others = [...collections].filter(([name]) => name !== 'journal_accounts');
  return new Map(byId.size === 0 ? others : [...others, ['journal_commits', byId]]);
}
