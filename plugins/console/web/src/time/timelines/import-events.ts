import { z } from 'zod/mini';
import { api, read, sendWithSession } from '../../shared/api.ts';
import { readApiError } from '../../shared/api-error.ts';
import { primary, refreshTime } from './timeline-queries.ts';

const Imported = z.object({
  imported: z.number(),
  skipped: z.number(),
  errors: z.array(z.object({ line: z.number(), detail: z.string() })),
});
export type Imported = z.output<typeof Imported>;

const types: Readonly<Record<string, string>> = {
  csv: 'text/csv',
  ndjson: 'application/x-ndjson',
  jsonl: 'application/x-ndjson',
  ics: 'text/calendar',
};

/** The endings of files that can be imported, as a file field takes them. */
export const importEndings = Object.keys(types)
  .map((ending) => `.${ending}`)
  .join(',');

/** Imports a file by its ending. @throws {ApiError} with the errors of its lines, unless they are to be left out */
export async function importEvents(
  file: Blob,
  name: string,
  { timeline, skipErrors }: { readonly timeline: string; readonly skipErrors: boolean },
): Promise<Imported> {
  const ending = name.slice(name.lastIndexOf('.') + 1).toLowerCase();
  const query = new URLSearchParams({ timeline_id: timeline, on_error: skipErrors ? 'skip' : 'fail' });
  const headers = { 'content-type': types[ending] ?? 'application/octet-stream' };
  const url = new URL(`/v1/import-events?${query}`, location.origin);
  const response = await sendWithSession(new Request(url, { method: 'POST', headers, body: file }));
  const answer: unknown = await response.json();
  if (!response.ok) throw readApiError(response.status, answer);
  await refreshTime();
  return Imported.parse(answer);
}

/** The errors of single lines that an import failed for. */
export function lineErrorsOf(body: unknown): Imported['errors'] {
  const Lines = z.object({ errors: z.array(z.object({ line: z.number(), detail: z.string() })) });
  return Lines.safeParse(body).data?.errors ?? [];
}

/** The file that `chronoscribe seed history` loads: the build copies it beside the application. */
const sampleFile = new URL('../../../../../../config/seeds/history.ndjson', import.meta.url);

/** Imports the sample history into a branch of its own, so that deleting the branch deletes it. */
export async function importSample(description: string): Promise<string> {
  const sample = await (await fetch(sampleFile)).blob();
  const body = { base_timeline_id: primary, description };
  const { timeline_id } = await read(api.POST('/v1/create-timeline', { body }));
  await importEvents(sample, 'history.ndjson', { timeline: timeline_id, skipErrors: false });
  return timeline_id;
}
