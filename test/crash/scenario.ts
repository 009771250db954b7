import type { Act, Load } from './deed.ts';

/** A short day: each way in which something is kept, once. */
const operations = [
  'POST /v1/set-anchor',
  'POST /v1/fast-forward',
  'POST /v1/record-event',
  'POST /v1/manipulate-event',
  'POST /v1/create-timeline',
  'POST /v1/record-event',
  'POST /v1/merge-timeline',
  'POST /v1/import-events',
  'POST /api/v1/transcripts/upload_audio_file',
  'POST /api/v1/uploads',
  'PATCH /api/v1/uploads/{id}',
  'PATCH /api/v1/uploads/{id}',
  'PATCH /api/v1/uploads/{id}',
  'POST /api/v1/transcripts/upload_audio_file',
  'PATCH /api/v1/transcripts/{id}',
  'POST /api/v1/transcripts/{id}/sign',
  'POST /api/v1/transcripts/{id}/addendum',
  'POST /api/v1/transcripts/{id}/reopen',
  'POST /api/v1/transcripts/live',
  'PATCH /api/v1/uploads/{id}',
  'PATCH /api/v1/uploads/{id}',
  'PATCH /api/v1/uploads/{id}',
  'POST /api/v1/transcripts/live/{id}/finish',
  'POST /admin/accounts',
  'POST /admin/keys',
  'POST /admin/keys/{id}/rotate',
  'POST /api/v1/webhooks',
  'POST /v1/clocks',
  'DELETE /api/v1/transcripts/{id}',
  'DELETE /v1/delete-anchor',
  'DELETE /v1/delete-timeline',
  'DELETE /api/v1/webhooks/{id}',
  'DELETE /v1/clocks/{id}',
  'DELETE /admin/keys/{id}',
  'DELETE /admin/accounts/{id}',
] as const;

/** What is done in a short day, one after another. */
export function shortDay(load: Load): readonly Act[] {
  return operations.map((operation) => {
    const entry = load[operation];
    if (entry === undefined) throw new Error(`Nothing asks for ${operation}.`);
    return entry.act;
  });
}
