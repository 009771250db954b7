import { z } from 'zod';
import { type ArchivedDocument, StoredDocument } from '../archive/entries.ts';
import { FiledItem } from './journal.ts';

/** Documents by id, by collection. */
export type Collections = ReadonlyMap<string, ReadonlyMap<string, ArchivedDocument>>;

/** The contents of the file. */
export interface Contents {
  readonly counters: ReadonlyMap<string, number>;
  readonly collections: Collections;
  readonly journal: readonly FiledItem[];
}

/** Increased when earlier versions can no longer read the file. */
const format = 3;

// A list, since a counter may have any name.
const fileShape = z.strictObject({
  format: z.literal(
    format,
    `"format" is not ${format}: another version of chronoscribe wrote this file, or it is another file`,
  ),
  counters: z.array(z.strictObject({ name: z.string(), value: z.int().nonnegative() })),
  collections: z.record(z.string(), z.array(StoredDocument)),
  journal: z.array(FiledItem).optional(),
});

/** Formats the file: indented JSON, one list of documents for each collection, and one of what the journal has. */
export function formatContents({ counters, collections, journal }: Contents): string {
  const shaped = {
    format,
    counters: [...counters].map(([name, value]) => ({ name, value })),
    collections: Object.fromEntries([...collections].map(([name, documents]) => [name, [...documents.values()]])),
    ...(journal.length > 0 && { journal }),
  };
  return `${JSON.stringify(shaped, null, 2)}\n`;
}

/** Parses the file. Returns its contents, or a description of the fault that does not quote the file. */
export function parseContents(text: string): { readonly contents: Contents } | { readonly fault: string } {
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
  const { counters, collections, journal = [] } = parsed.data;
  const byId = new Map<string, ReadonlyMap<string, ArchivedDocument>>();
  for (const [name, documents] of Object.entries(collections)) {
    const collection = new Map(documents.map((document) => [document.id, document]));
    if (collection.size < documents.length) return { fault: `two documents of "${name}" have the same id` };
    byId.set(name, collection);
  }
  return {
    contents: { counters: new Map(counters.map(({ name, value }) => [name, value])), collections: byId, journal },
  };
}

/** V8 reports "position N"; the rest of its message quotes the text. */
function lineOf(text: string, thrown: unknown): string {
  const position = thrown instanceof Error ? /position (\d+)/.exec(thrown.message)?.[1] : undefined;
  return position === undefined ? '' : ` from line ${text.slice(0, Number(position)).split('\n').length} on`;
}
