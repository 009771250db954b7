import { Download, download, type Route, route, type Workflow } from 'chronoscribe';
import type { Grounding } from 'chronoscribe/kinds/grounding';
import { type KeptFiles, type RecordRepository, recordListing } from 'chronoscribe/kinds/records';
import { z } from 'zod';
import type { RewritingInput } from './consultation.ts';
import { editRecord } from './editing.ts';
import { exportName, formatField, formatNamed } from './export/index.ts';
import type { ExportFormat, Transcripts } from './kind.ts';
import { type NoteForms, templateOf } from './note-forms.ts';
import { Rewriting } from './preview.ts';
import { RecordAnswer, RecordSummary, recordAnswer, VersionSummary, wordsField } from './record/answer.ts';
import type { TranscriptContent } from './record/content.ts';
import { TranscriptEdit } from './record/edit.ts';
import { recordOf, type TranscriptLabels } from './record/record.ts';
import { refuseOnceSigned, refuseSigned } from './record/signing.ts';
import { type SoundType, soundTypes } from './sound/formats.ts';

/** Routes that read records, their versions and exports. */
export function readingRoutes(
  repository: RecordRepository<TranscriptContent, TranscriptLabels>,
  transcripts: Transcripts,
  audio: KeptFiles<SoundType>,
  formats: readonly ExportFormat[],
): readonly Route[] {
  const documented = formats.map(({ mediaType, json }) => (json ? { [mediaType]: json } : mediaType));
  return [
    route({
      path: '/api/v1/transcripts',
      summary: 'List and search the transcripts of the account, newest first',
      description: 'Each with its note, without its transcript.',
      ...recordListing(RecordSummary, repository.list),
    }),
    route({
      method: 'GET',
      path: '/api/v1/transcripts/{id}',
      summary: 'Read a transcript with its note, evidence and warnings',
      description: 'While its recording is kept, the header `Link` names it, with `rel="enclosure"`.',
      request: z.object(wordsField),
      response: RecordAnswer,
      problems: ['not-found'],
      async handle({ account, path: { id }, input, setHeader }) {
        const record = await transcripts.get(account, id);
        // A player asks for the sound only where there is some.
        if ((await audio.list(id)).length > 0) setHeader('link', `</api/v1/transcripts/${id}/audio>; rel="enclosure"`);
        return recordAnswer(record, input);
      },
    }),
    route({
      method: 'GET',
      path: '/api/v1/transcripts/{id}/versions',
      summary: 'List the versions of a transcript, oldest first',
      response: z.object({
        items: z.array(VersionSummary).readonly().describe('Oldest first; the last is the current one'),
      }),
      problems: ['not-found'],
      handle: async ({ account, path }) => ({ items: await repository.versions(account, path.id) }),
    }),
    route({
      method: 'GET',
      path: '/api/v1/transcripts/{id}/versions/{version}',
      summary: 'Read an earlier version of a transcript',
      request: z.object(wordsField),
      response: RecordAnswer,
      problems: ['not-found'],
      handle: async ({ account, path, input }) =>
        recordAnswer(await recordOf(await repository.version(account, path.id, Number(path.version))), input),
    }),
    route({
      method: 'GET',
      path: '/api/v1/transcripts/{id}/export',
      summary: 'Download a transcript with its note as a file',
      description:
        'Markdown, plain text, WebVTT, SRT, JSON (the record itself, with its words), a FHIR R4 document Bundle, or a letter as PDF or Word file. It has the names that speakers were given. Cues of WebVTT have the times of their words, where they are known.',
      request: z.object({
        format: formatField(formats),
        citations: z
          .boolean()
          .default(false)
          .describe('Whether a letter (`pdf`, `docx`) ends with the words that each statement rests on'),
      }),
      response: download(...documented),
      problems: ['not-found'],
      async handle({ account, path: { id }, input }) {
        const format = formatNamed(formats, input.format);
        const { citations } = input;
        const body = await transcripts.export(account, id, input.format, { citations });
        return new Download({ type: format.mediaType, name: exportName(id, format), body });
      },
    }),
  ];
}

/** Plays the sound of a record. */
export function audioRoute(audio: KeptFiles<SoundType>): Route {
  return route({
    method: 'GET',
    path: '/api/v1/transcripts/{id}/audio',
    summary: 'Play the recording of a transcript',
    description:
      'If the setting `keepAudio` of the plugin transcripts keeps it. A player may ask for a part of it (`Range`, 206).',
    response: download(...soundTypes),
    problems: ['not-found', 'range-not-satisfiable'],
    handle: ({ account, path: { id } }) =>
      audio.download(account, id, '0', {
        name: `transcript-${id}`,
        missing:
          'The recording of this transcript is not kept. The setting `keepAudio` says for how long recordings are.',
      }),
  });
}

interface Parts {
  readonly repository: RecordRepository<TranscriptContent>;
  readonly forms: NoteForms;
  readonly grounding: Grounding;
  readonly rewriting: Workflow<RewritingInput, z.input<typeof RecordAnswer>>;
}

/** Routes that correct a transcript, rewrite its note and delete a record. */
export function changingRoutes({ repository, forms, grounding, rewriting }: Parts): readonly Route[] {
  return [
    route({
      method: 'PATCH',
      path: '/api/v1/transcripts/{id}',
      summary: 'Change a transcript, its speakers, its note, its patient or its visit',
      description:
        'Makes a new version. Changed statements are compared with the transcript again. If the words change, the note stays as it is, with a warning; rewrite it to follow them. Changes that others have made since `version` are kept; where they are of the same segment, speaker, section or field, the answer is 409 with `changes`.',
      request: TranscriptEdit.safeExtend(wordsField),
      query: ['words'],
      response: RecordAnswer,
      problems: ['not-found', 'invalid-request', 'signed', 'version-conflict'],
      async handle({ account, by, path: { id }, input, signal }) {
        const kept = await editRecord({ repository, forms, grounding }, { account, id, by, signal }, input);
        return recordAnswer(await recordOf(kept), input);
      },
    }),
    route({
      method: 'POST',
      path: '/api/v1/transcripts/{id}/rewrite',
      summary: 'Rewrite the note of a transcript',
      description:
        'From the current transcript. Makes a new version and returns the record. If a person changes the note meanwhile, that stays, and the rewriting fails with 409.',
      request: Rewriting,
      response: RecordAnswer,
      byRun: true,
      problems: ['not-found', 'invalid-request', 'signed', 'version-conflict', 'provider-unavailable'],
      async handle({ account, by, path: { id }, input: { text, template }, operationId, run }) {
        const { content } = await repository.get(account, id);
        refuseSigned(content);
        await templateOf(forms.named(content.form), account, template ?? content.template);
        // First, so that no crash leaves a run that is not deleted with its record.
        await repository.linkRun(account, id, operationId);
        return run(rewriting, { id, text, template, by });
      },
    }),
    route({
      method: 'DELETE',
      path: '/api/v1/transcripts/{id}',
      summary: 'Delete a transcript with its versions, runs and files',
      description:
        'One that is or was signed can be deleted by a key with the scope `admin` alone; others are answered 409 `signed`.',
      response: z.null(),
      status: 204,
      problems: ['not-found', 'signed'],
      async handle({ account, scopes, path }) {
        await repository.delete(account, path.id, scopes.includes('admin') ? undefined : refuseOnceSigned);
        return null;
      },
    }),
  ];
}
