import type { Collection, Document } from 'chronoscribe';
import { toRestore } from './to-restore.ts';

/**
 * Parses what was read from the disk.
 *
 * @param place the file or database, for the error
 * @throws Error that names the place, the collection, the id and the faulty fields, and shows no value.
 */
export function parseDocument<T extends Document>(collection: Collection<T>, id: string, stored: unknown, place: string): T {
  const parsed = collection.schema.safeParse(stored);
  if (parsed.success) return parsed.data;
  const faults = parsed.error.issues.map(({ path, code }) => `${path.join('.') || 'the whole'} (${code})`);
  throw damaged(collection, id, place, faults.join(', '));
}

/** As `parseDocument`, from JSON text. */
export function parseDocumentText<T extends Document>(collection: Collection<T>, id: string, text: string, place: string): T {
  let stored: unknown;
  try {
    stored = JSON.parse(text);
  } catch {
    // The parser's message quotes the document, so it goes no further.
    throw damaged(collection, id, place, 'not JSON');
  }
  return parseDocument(collection, id, stored, place);
}

function damaged(collection: { readonly name: string }, id: string, place: string, fault: string): Error {
  return new Error(
    `The document ${JSON.stringify(id)} of the collection "${collection.name}" in ${place} is damaged: ${fault}. ` +
      `Mend or delete it there. Or: ${toRestore}`,
  );
}
