import { Audit, Blobs, Cluster, definePlugin, Runs, Store } from 'chronoscribe';
import { proofOf } from 'chronoscribe/kinds/writer';
import { silentLog, type TestHost, testHost } from 'chronoscribe/testing';
import { openRecordRepository } from '../../records/repository.ts';
import { type Findings, type NoteForm, type Segment, type Transcript, Transcripts } from '../kind.ts';
import { TranscriptContent } from '../record/content.ts';
import { contentOf, labelsOf, type Note } from '../record/record.ts';

/** Keeps a record as the last step of a note workflow does. */
type Save = (
  form: NoteForm,
  transcript: Transcript,
  note: Note,
  made: { readonly id: string; readonly account: string; readonly createdAt: number },
) => Promise<void>;

/** A host, and what another plugin of it sees of the transcripts: one whose form is `spineForm`. */
export async function hostWithObserver(
  options: Parameters<typeof testHost>[0] = {},
): Promise<{ readonly host: TestHost; readonly transcripts: Transcripts; readonly store: Store; readonly save: Save }> {
  let seen:
    | { transcripts: Transcripts; store: Store; blobs: Blobs; runs: Runs; audit: Audit; cluster: Cluster }
    | undefined;
  const observer = definePlugin({
    name: 'observer',
    auth: 'public',
    needs: { transcripts: Transcripts, store: Store, blobs: Blobs, runs: Runs, audit: Audit, cluster: Cluster },
    start({ needs }) {
      seen = needs;
      return {};
    },
    workflows: ({ needs }) => ({ spine: needs.transcripts.noteWorkflow(spineForm, ({ note: text }) => text) }),
    routes: () => [],
  });
  const host = await testHost({ ...options, plugins: [observer, ...(options.plugins ?? [])] });
  if (seen === undefined) throw new Error('the plugin was not started');
  const { transcripts, store, ...parts } = seen;
  const definition = {
    ...{ name: 'transcripts', noun: 'transcript', path: '/api/v1/transcripts/', schema: TranscriptContent },
    ...{ labels: labelsOf, keepDays: undefined },
  };
  const repository = await openRecordRepository(definition, { ...parts, store, log: silentLog });
  // What it sweeps is swept by the plugin itself.
  await repository.close();
  const save: Save = async (form, transcript, written, made) =>
    repository.add({ ...made, runId: made.id }, await contentOf(form.name, transcript, written));
  return { host, transcripts, store, save };
}

const findingsOf = (segments: readonly Segment[]): Findings => ({
  completeness: {
    findings: segments
      .filter(({ text }) => text.includes('L5'))
      .map(({ id }) => ({ element: 'spinal level', value: 'L5', evidence: [id] })),
    missing: ['No goal of treatment was spoken.'],
  },
  codes: [{ system: 'CPT', code: '98940', evidence: ['s1'] }],
});

/** A form of a plugin that finds something beside the note. */
export const spineForm: NoteForm = {
  name: 'spine',
  templates: ['grid', 'short'],
  instructions: (template) => `Write a ${template} note.`,
  outline: () => [{ name: 'Plan', contents: ['plan'], guidance: '' }],
  findings: findingsOf,
};

const engine = (provider: string) => ({ provider, model: null, version: null });

export const visit: Transcript = {
  language: 'en',
  durationMs: 9000,
  segments: [
    {
      id: 's1',
      speaker: 'Speaker 1',
      role: 'clinician',
      startMs: 0,
      endMs: 4000,
      text: 'I adjusted L5.',
      confidence: 0.9,
    },
    {
      id: 's2',
      speaker: 'Speaker 2',
      role: 'patient',
      startMs: 4000,
      endMs: 5000,
      text: 'Thank you.',
      confidence: null,
    },
    {
      id: 's3',
      speaker: 'Speaker 1',
      role: 'clinician',
      startMs: 5000,
      endMs: 9000,
      text: 'Rest for a week.',
      confidence: 0.8,
    },
  ],
  engine: engine('vtt'),
  warnings: ['The recording is very quiet.'],
};

export const note: Note = {
  template: 'grid',
  text: 'Dwell on the spine.',
  sections: [
    {
      name: 'Plan',
      statements: [
        {
          id: 'n1',
          text: 'Rest for a week.',
          evidence: ['s3'],
          origin: 'writer',
          grounded: true,
          doubts: [],
          ...proofOf({}),
        },
      ],
    },
  ],
  facts: [],
  coverage: { language: 'en', unmentioned: [] },
  findings: findingsOf(visit.segments),
  warnings: ['Written by a model.'],
  engine: engine('scripted'),
};
