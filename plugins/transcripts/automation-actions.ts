import { join } from 'node:path';
import { workflow } from 'chronoscribe';
import { writeFileAtomic } from 'chronoscribe/files';
import { FolderPath } from 'chronoscribe/host';
import type { RecordRepository } from 'chronoscribe/kinds/records';
import type { Action } from 'chronoscribe/types';
import { z } from 'zod';
import type { rewriting } from './consultation.ts';
import { exportName, formatField, formatNamed } from './export/index.ts';
import type { ExportFormat, Transcripts } from './kind.ts';
import type { TranscriptContent } from './record/content.ts';

const Rewrite = z.object({
  transcript: z.string().describe('Id of the record'),
  template: z.string().optional().describe('Template of the note; default: as before'),
  text: z.string().optional().describe('What the note should emphasise; default: as before'),
});

/** `transcripts.rewrite`: rewrites the note of a record, and gives its id. */
export function rewriteAction(
  rewrite: ReturnType<typeof rewriting>,
  repository: RecordRepository<TranscriptContent>,
): Action<typeof Rewrite> {
  const run = workflow<z.output<typeof Rewrite>>('transcripts-rewrite')
    // The run has the note in it, so it is deleted with the record.
    .step('link', ({ input: { transcript } }, { account, runId }) => repository.linkRun(account, transcript, runId))
    .child('rewriting', rewrite, ({ input: { transcript, ...request } }) => ({
      ...request,
      id: transcript,
      by: 'automation',
    }))
    .answer(({ id }) => ({ body: { id }, location: `/api/v1/transcripts/${id}` }));
  return { input: Rewrite, run };
}

const exportInput = (formats: readonly ExportFormat[]) =>
  z.object({
    transcript: z.string().describe('Id of the record'),
    format: formatField(formats),
    folder: FolderPath,
  });

/** `transcripts.export`: writes a record with its note into a folder, as `transcript-<id>.<format>`. */
export function exportAction(
  transcripts: Transcripts,
  formats: readonly ExportFormat[],
): Action<ReturnType<typeof exportInput>> {
  const input = exportInput(formats);
  const run = workflow<z.output<typeof input>>('transcripts-export')
    .step('write', async ({ input: { transcript, format, folder } }, { account }) => {
      const body = await transcripts.export(account, transcript, format);
      // A record of this id was found, so the id is none that a client has made up.
      const name = exportName(transcript, formatNamed(formats, format));
      await writeFileAtomic(join(folder, name), [body], { replace: true });
      return { name };
    })
    .answer((body) => ({ body, location: '' }));
  return { input, run };
}
