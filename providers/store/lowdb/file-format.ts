import { z } from 'zod';
import { type ArchivedDocument, StoredDocument, type StoreEntry } from '../archive/entries.ts';
import { type JournalItem, Revision, unrevised } from '../journal/restore.ts';
import { compareText } from '../query.ts';

/** Increased when earlier versions can no longer read the file. */
const format = 3;

/** An item of an archive as the file has it: bodies are JSON, so that a person can read them. */
const FiledItem = z.discriminatedUnion('section', [
  ...unrevised,
  z.strictObject({ section: z.literal('journal/revisions'), value: Revision.extend({ body: z.json() }) }),
]);
type FiledItem = z.output<typeof FiledItem>;

const fileShape = z.strictObject({
  format: z.literal(
    format,
    `"format" is not ${format}: another version of chronoscribe wrote this file, or it is another file`,
  ),
  // A list, since a counter may have any name.
  counters: z.array(z.strictObject({ name: z.string(), value: z.int().nonnegative() })),
  collections: z.record(z.string(), z.array(StoredDocument)),
  journal: z.array(FiledItem).optional(),
});

/** Formats the file: indented JSON, one list of documents for each collection, and one of what the journal has. */
export function formatContents(entries: readonly StoreEntry[]): string {
  const counters: unknown[] = [];
  const collections: Record<string, ArchivedDocument[]> = {};
  const journal: FiledItem[] = [];
  for (const entry of entries) {
    switch (entry.section) {
      case 'counters':
        counters.push(entry.value);
        break;
      case 'journal/branches':
      case 'journal/commits':
      case 'journal/receipts':
        journal.push(entry);
        break;
      case 'journal/revisions':
        journal.push({ ...entry, value: { ...entry.value, body: JSON.parse(entry.value.body) } });
        break;
      default: {
        const name = entry.section.slice('documents/'.length);
        collections[name] ??= [];
        collections[name].push(entry.value);
      }
    }
  }
  return `${JSON.stringify({ format, counters, collections, ...(journal.length > 0 && { journal }) }, null, 2)}\n`;
}

/**
 * Parses the file. Returns its contents as the entries of an archive, or a description of the fault that does not quote
 * the file.
 */
export function parseContents(text: string): { readonly contents: StoreEntry[] } | { readonly fault: string } {
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
  const named = Object.entries(collections).toSorted(([one], [other]) => compareText(one, other));
  for (const [name, documents] of named) {
    const ids = new Set(documents.map(({ id }) => id));
    if (ids.size < documents.length) return { fault: `two documents of "${name}" have the same id` };
  }
  return {
    contents: [
      ...counters
        .toSorted((one, other) => compareText(one.name, other.name))
        .map((value) => ({ section: 'counters', value }) as const),
      ...named.flatMap(([name, documents]) =>
        documents
          .toSorted((one, other) => compareText(one.id, other.id))
          .map((value) => ({ section: `documents/${name}`, value }) as const),
      ),
      ...journal.map(unfiled),
    ],
  };
}

function unfiled(item: FiledItem): JournalItem {
  if (item.section !== 'journal/revisions') return item;
  return { ...item, value: { ...item.value, body: JSON.stringify(item.value.body) } };
}

/** V8 reports "position N"; the rest of its message quotes the text. */
function lineOf(text: string, thrown: unknown): string {
  const position = thrown instanceof Error ? /position (\d+)/.exec(thrown.message)?.[1] : undefined;
  return position === undefined ? '' : ` from line ${text.slice(0, Number(position)).split('\n').length} on`;
}
