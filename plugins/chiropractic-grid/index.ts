import { definePlugin, oneFile, route } from 'chronoscribe';
import { RecordEvent } from 'chronoscribe/kinds/records';
import { consultationFields, noteText, type TranscriptRecord, Transcripts } from 'chronoscribe/kinds/transcripts';
import { z } from 'zod';
import { findingsProcess } from './findings-process.ts';
import { type GridSection, gridForm } from './form.ts';

const section = (label: string) => z.string().describe(`\`${label}:\` on its own line, then the section`);

const Grid = z.object({
  transcript: z.string().describe('`--- Transcript:`, then a block per speaker turn'),
  subjective_section: section('Subjective'),
  objective_section: section('Objective'),
  assessment_section: section('Assessment'),
  diagnoses_section: section('Diagnoses'),
  plan_section: section('Plan'),
});

/**
 * Makes a transcript and a note in five sections from a recording of a chiropractic visit. The record adds payer
 * requirements and codes.
 */
export default definePlugin({
  name: 'chiropractic-grid',
  auth: 'clinical',
  needs: { transcripts: Transcripts },

  triggers: { 'grid.completed': RecordEvent },

  start: () => ({ finder: findingsProcess() }),

  workflows: ({ needs: { transcripts }, parts: { finder }, emit }) => ({
    grid: transcripts.noteWorkflow(
      { ...gridForm(finder), completed: (documents, event) => emit(documents, 'grid.completed', event) },
      gridOf,
    ),
  }),

  routes: ({ needs: { transcripts }, workflows }) => [
    route({
      method: 'POST',
      path: '/api/v1/transcripts/grid_chiropractor',
      summary: 'Make a transcript and a chiropractic note of a recording',
      description:
        'Returns the note in five sections. The record at Content-Location adds `completeness` (payer requirements that were said or are missing) `codes`, which follow from spoken levels alone, and `grid`, a row for each level that was spoken of.',
      request: z.object(consultationFields),
      files: { file: oneFile(transcripts.recording) },
      response: Grid,
      byRun: true,
      problems: ['no-speech', 'unreadable-file', 'too-large'],
      handle: ({ input, by, files: { file }, run }) =>
        run(workflows.grid, { ...input, file, by, createdAt: Date.now() }, { name: file.name }),
    }),
  ],

  stop: ({ finder }) => finder.close(),
});

function gridOf({ transcript, sections }: TranscriptRecord): z.input<typeof Grid> {
  // The note of an unreliable recording has none of these sections.
  const text = (name: GridSection) =>
    noteText([sections.find((each) => each.name === name) ?? { name, statements: [] }]);
  return {
    transcript,
    subjective_section: text('Subjective'),
    objective_section: text('Objective'),
    assessment_section: text('Assessment'),
    diagnoses_section: text('Diagnoses'),
    plan_section: text('Plan'),
  };
}
