import { defineCollection, type Logger, type Store } from 'chronoscribe';
import type { RecordRepository } from 'chronoscribe/kinds/records';
import { z } from 'zod';
import { contentShape, Role, segmentShape, type TranscriptContent } from './content.ts';
import { contentOf, groundingWarnings } from './record.ts';

const { language, durationMs, sections, providers } = contentShape;

/** The whole records that the store held before their content had files. */
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

/** Moves what an earlier version of this software kept to the shelf. Each record leaves the store once it is on the shelf, so a process may die at any moment. */
export async function moveLegacyRecords(store: Store, shelf: RecordRepository<TranscriptContent>, log: Logger): Promise<void> {
  await store.prepare(legacyRecords);
  let moved = 0;
  for (;;) {
    const { items } = await store.find(legacyRecords, { limit: 20 });
    for (const legacy of items) {
      await shelf.add(legacy, await asContent(legacy));
      await store.delete(legacyRecords, legacy.id);
    }
    moved += items.length;
    if (items.length === 0) break;
  }
  if (moved === 0) return;
  await store.scrub();
  log.info({ moved }, 'moved the records of an earlier version to files of their own');
}

/** They were all made by one form, and their warnings did not say whether they were of hearing or of writing; what can be told again of the note is. */
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
  const note = { template, text: '', sections: written, findings: null, warnings: ofNote, engine: engines.writer };
  return contentOf('audio-note', transcript, note);
}
