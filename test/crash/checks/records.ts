import { z } from 'zod';
import { type Ask, Broken } from '../deed.ts';
import { Transcript, transcriptsOf } from '../load/transcripts.ts';
import type { BookedRecord, Practice } from '../practice.ts';
import { same, whole } from './book.ts';

const Versions = z.object({ items: z.array(z.object({ version: z.int() })) });

/** Every record must be there and whole, as it was read before, with each of its versions. Throws a `Broken`. */
export async function checkRecords(practice: Practice, ask: Ask): Promise<void> {
  const named = (ids: Iterable<string>) => new Map([...ids].map((id) => [id, '']));
  same('transcripts', named(await transcriptsOf(ask)), named(practice.transcripts.keys()));
  for (const [id, booked] of practice.transcripts) {
    const path = `/api/v1/transcripts/${id}`;
    const { text, json } = whole(await ask({ method: 'GET', path }), `the transcript ${id}`);
    if (!isAsBooked(id, text, booked)) continue;
    practice.transcripts.set(id, { ...booked, body: text });
    const { items } = Versions.parse(
      whole(await ask({ method: 'GET', path: `${path}/versions` }), `what ${id} was`).json,
    );
    for (const { version } of items) {
      const earlier = whole(
        await ask({ method: 'GET', path: `${path}/versions/${version}` }),
        `version ${version} of ${id}`,
      );
      if (version === items.length && earlier.text !== text)
        throw new Broken('half', `${id} is not its newest version`);
    }
    if (Transcript.parse(json).version !== items.length)
      throw new Broken('half', `${id} has ${items.length} versions, and says otherwise`);
  }
  for (const [id, booked] of practice.documents) {
    const { text } = whole(await ask({ method: 'GET', path: `/api/v1/documents/${id}` }), `the document ${id}`);
    if (isAsBooked(id, text, booked)) practice.documents.set(id, { ...booked, body: text });
  }
}

/** Whether it was never read before. One that was must be the same; each must be about what it was made of. */
function isAsBooked(id: string, text: string, { mark, body }: BookedRecord): boolean {
  if (!text.includes(mark)) throw new Broken('half', `the record ${id} says nothing of ${mark}`);
  if (body !== undefined && body !== text) throw new Broken('lost', `the record ${id} is not as it was`);
  return body === undefined;
}
