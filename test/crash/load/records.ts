import { z } from 'zod';
import { type Ask, Broken, type Deed, type Load, reading } from '../deed.ts';
import type { BookedRecord, Practice } from '../practice.ts';

const Page = z.object({
  items: z.array(z.object({ id: z.string(), status: z.enum(['draft', 'signed', 'amended']) })),
  next_cursor: z.string().nullable(),
});

/** The records of a list, all of its pages: whether they are signed, by id. */
export async function listed(ask: Ask, path: string, filter = ''): Promise<ReadonlyMap<string, boolean>> {
  const all = new Map<string, boolean>();
  for (let cursor: string | null = ''; cursor !== null; ) {
    const query: string = cursor === '' ? filter : `${filter}&${new URLSearchParams({ cursor })}`;
    const page = Page.parse((await ask({ method: 'GET', path: `${path}?limit=100${query}` })).json);
    for (const { id, status } of page.items) {
      if (all.has(id)) throw new Broken('twice', `${path} lists ${id} twice`);
      all.set(id, status !== 'draft');
    }
    cursor = page.next_cursor;
  }
  return all;
}

/** Looking at lists of records. After each crash they are compared with the book. */
export const recordLoad: Load = Object.fromEntries(
  ['/api/v1/records', '/api/v1/transcripts', '/api/v1/documents'].map((path) => [
    `GET ${path}`,
    { weight: 1, act: (practice) => reading(`GET ${path}`, practice, path) },
  ]),
);

interface Edit {
  /** The path of records of this sort. */
  readonly path: string;
  readonly id: string;
  /** With a new mark in it. */
  readonly json: object;
  readonly mark: string;
}

/** A person's change of a record, which has a new mark then. */
export function editing<Booked extends BookedRecord>(
  { key }: Practice,
  records: Map<string, Booked>,
  { path, id, json, mark }: Edit,
): Deed {
  const before = records.get(id);
  const book = (body: string) => void (before && records.set(id, { ...before, mark, body }));
  return {
    operation: `PATCH ${path}/{id}`,
    call: { method: 'PATCH', path: `${path}/${id}`, key, json },
    book: ({ text }) => book(text),
    async lookFor(ask) {
      const { text } = await ask({ method: 'GET', path: `${path}/${id}` });
      if (text.includes(mark)) book(text);
      else if (before?.body !== undefined && text !== before.body)
        throw new Broken('half', `the record ${id} is neither as it was nor as it was edited`);
    },
  };
}
