import { z } from 'zod';
import { type Ask, Broken } from '../deed.ts';
import { listed } from '../load/records.ts';
import { Transcript } from '../load/transcripts.ts';
import type { BookedRecord, BookedTranscript, Practice } from '../practice.ts';
import { same, whole } from './book.ts';

const Versions = z.object({ items: z.array(z.object({ version: z.int() })) });

/**
 * Every record must be there and whole, as it was read before, with each of its versions, and in the lists. Throws a
 * `Broken`.
 */
export async function checkRecords(practice: Practice, ask: Ask): Promise<void> {
  await checkLists(practice, ask);
  for (const [id, booked] of practice.transcripts) {
    const path = `/api/v1/transcripts/${id}`;
    const { text, json } = whole(await ask({ method: 'GET', path }), `the transcript ${id}`);
    if (!isAsBooked(id, text, booked)) continue;
    const { version: newest, ...signing } = Transcript.parse(json);
    checkSigning(id, signing, booked);
    practice.transcripts.set(id, { ...booked, signature: signing.signature?.sha256 ?? null, body: text });
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
    if (newest !== items.length) throw new Broken('half', `${id} has ${items.length} versions, and says otherwise`);
  }
  for (const [id, booked] of practice.documents) {
    const { text } = whole(await ask({ method: 'GET', path: `/api/v1/documents/${id}` }), `the document ${id}`);
    if (isAsBooked(id, text, booked)) practice.documents.set(id, { ...booked, body: text });
  }
}

async function checkLists(practice: Practice, ask: Ask): Promise<void> {
  const transcripts = [...practice.transcripts].map(([id, { signature }]) => [id, signature !== null] as const);
  const documents = [...practice.documents.keys()].map((id) => [id, false] as const);
  const all = [...transcripts, ...documents];
  same('transcripts', await listed(ask, '/api/v1/transcripts'), new Map(transcripts));
  same('documents', await listed(ask, '/api/v1/documents'), new Map(documents));
  same('records', await listed(ask, '/api/v1/records'), new Map(all));
  const drafts = await listed(ask, '/api/v1/records', '&status=draft');
  same('drafts', drafts, new Map(all.filter(([, isSigned]) => !isSigned)));
}

/** Whether it was never read before. One that was must be the same; each must be about what it was made of. */
function isAsBooked(id: string, text: string, { mark, body }: BookedRecord): boolean {
  if (!text.includes(mark)) throw new Broken('half', `the record ${id} says nothing of ${mark}`);
  if (body !== undefined && body !== text) throw new Broken('lost', `the record ${id} is not as it was`);
  return body === undefined;
}

/** What was signed must be so still, with the same signature and each addendum once. Throws a `Broken`. */
function checkSigning(
  id: string,
  { signature, addenda }: Pick<z.output<typeof Transcript>, 'signature' | 'addenda'>,
  booked: BookedTranscript,
): void {
  const hash = signature?.sha256 ?? null;
  const isBooked = booked.signature === '' ? hash !== null : hash === booked.signature;
  if (!isBooked) throw new Broken('lost', `the record ${id} is signed ${hash} and not ${booked.signature}`);
  if (signature?.valid === false) throw new Broken('half', `the record ${id} is not what was signed`);
  const [is, should] = [addenda.map(({ text }) => text), booked.addenda].map((texts) => JSON.stringify(texts));
  if (is !== should) throw new Broken('half', `the record ${id} has the addenda ${is} and not ${should}`);
}
