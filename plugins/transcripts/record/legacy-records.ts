import { defineCollection, type Logger, type Store } from 'chronoscribe';
import type { RecordRepository } from 'chronoscribe/kinds/records';
import { z } from 'zod';
import { contentShape, Role, segmentShape, type TranscriptContent } from './content.ts';
import { contentOf, groundingWarnings } from './record.ts';

const { language, durationMs, sections, providers } = contentShape;

/** Records of an earlier version, whose content was in the store. */
export const legacyRecords = defineCollection({
  name: 'transcripts',
  schema: z.object({
    id: z.string(),
    account: z.string(),
    runId: z.string(),
    createdAt: z.number(),
    template: z.string(),
    language,
    durationMs,
    segments: z.array(z.object({ ...segmentShape, role: Role })),
    sections,
    warnings: z.array(z.string()),
    providers,
  }),
  indexes: [['account', 'createdAt'], ['createdAt']],
});

export type LegacyRecord = z.output<typeof legacyRecords.schema>;

/**
 * Moves the records of an earlier version to the repository. Each is deleted from the store once it is saved there, so
 * the process may be killed at any time.
 */
export async function moveLegacyRecords(
  store: Store,
  repository: RecordRepository<TranscriptContent>,
  log: Logger,
): Promise<void> {
  await store.prepare(legacyRecords);
  let moved = 0;
  for (;;) {
    const { items } = await store.find(legacyRecords, { limit: 20 });
    for (const legacy of items) {
      await repository.add(legacy, await asContent(legacy));
      await store.delete(legacyRecords, legacy.id);
    }
    moved += items.length;
    if (items.length === 0) break;
  }
  if (moved === 0) return;
  await store.scrub();
  log.info({ moved }, 'moved the records of an earlier version to files of their own');
}

/**
 * Converts a record of an earlier version. All of them have one form. Their warnings were one list; those of the note
 * are computed again, the rest belong to the transcript.
 */
function asContent({
  template,
  sections: written,
  warnings,
  segments,
  providers: engines,
  ...legacy
}: LegacyRecord): Promise<TranscriptContent> {
  const ofNote = groundingWarnings(written);
  const transcript = {
    ...legacy,
    segments,
    engine: engines.transcriber,
    warnings: warnings.filter((warning) => !ofNote.includes(warning)),
  };
  const note = {
    template,
    text: '',
    sections: written,
    facts: [],
    coverage: { language: null, unmentioned: null },
    findings: null,
    warnings: ofNote,
    engine: engines.writer,
  };
  return contentOf('audio-note', transcript, note);
}
