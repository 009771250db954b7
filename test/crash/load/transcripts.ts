import { z } from 'zod';
import { type Act, type Load, reading, refused } from '../deed.ts';
import { type BookedTranscript, newName, type Practice } from '../practice.ts';
import type { Random } from '../random.ts';
import { hasTooMuchUnderWay, makingRun } from './making-runs.ts';
import { editing } from './records.ts';

export const path = '/api/v1/transcripts';
export const Transcript = z.object({
  id: z.string(),
  version: z.int(),
  warnings: z.array(z.string()),
  signature: z.object({ sha256: z.string(), valid: z.boolean() }).nullable(),
  addenda: z.array(z.object({ text: z.string() })),
});

/** Transcripts on which no run is at work. */
function atRest(practice: Practice): readonly (readonly [string, BookedTranscript])[] {
  const worked = new Set(
    [...practice.runs.values()].flatMap(({ record, settled }) => (settled || record === undefined ? [] : [record])),
  );
  return [...practice.transcripts].filter(([id]) => !worked.has(id));
}

/** An act on one of the transcripts. */
export const on =
  (act: (practice: Practice, random: Random, id: string, booked: BookedTranscript) => ReturnType<Act>): Act =>
  (practice, random) => {
    const all = atRest(practice);
    return all.length === 0 ? undefined : act(practice, random, ...random.one(all));
  };

const formats = ['md', 'txt', 'vtt', 'srt', 'json', 'fhir', 'pdf', 'docx'] as const;

/**
 * Strikes the runs of a record that is gone. Where its deletion was interrupted, what is left of it goes within an
 * hour.
 */
export function strikeRuns(practice: Practice, record: string, interrupted: boolean): void {
  for (const [id, run] of practice.runs) {
    if (id !== record && run.record !== record) continue;
    practice.runs.delete(id);
    if (interrupted) practice.going.add(id);
  }
}

/** What a clinician does with transcripts that are there. */
export const transcriptLoad: Load = {
  'GET /api/v1/transcripts/{id}': {
    weight: 1,
    act: on((practice, _, id) => reading('GET /api/v1/transcripts/{id}', practice, `${path}/${id}`)),
  },
  'GET /api/v1/transcripts/{id}/versions': {
    weight: 1,
    act: on((practice, _, id) => reading('GET /api/v1/transcripts/{id}/versions', practice, `${path}/${id}/versions`)),
  },
  'GET /api/v1/transcripts/{id}/versions/{version}': {
    weight: 1,
    act: on((practice, _, id) =>
      reading('GET /api/v1/transcripts/{id}/versions/{version}', practice, `${path}/${id}/versions/1`),
    ),
  },
  'GET /api/v1/transcripts/{id}/export': {
    weight: 2,
    act: on((practice, random, id) =>
      reading('GET /api/v1/transcripts/{id}/export', practice, `${path}/${id}/export?format=${random.one(formats)}`),
    ),
  },
  'GET /api/v1/transcripts/{id}/audio': {
    weight: 1,
    // Sound is not kept unless a setting says so.
    act: on((practice, _, id) => ({
      ...reading('GET /api/v1/transcripts/{id}/audio', practice, `${path}/${id}/audio`),
      refusals: [404],
    })),
  },
  'PATCH /api/v1/transcripts/{id}': {
    weight: 4,
    act: on((practice, _, id, { signature }) => {
      const mark = newName(practice);
      const json = { segments: [{ id: 's1', text: `The patient reports ${mark}.` }] };
      const deed = editing(practice, practice.transcripts, { path, id, json, mark });
      return signature === null ? deed : refused(deed, [409]);
    }),
  },
  'POST /api/v1/transcripts/{id}/rewrite': {
    weight: 2,
    act: on((practice, random, id, { signature }) => {
      if (hasTooMuchUnderWay(practice)) return undefined;
      const deed = makingRun(practice, random, {
        operation: 'POST /api/v1/transcripts/{id}/rewrite',
        call: { path: `${path}/${id}/rewrite`, json: { text: 'Dwell on the back.' } },
        run: { end: 'done', makes: 'version', mark: '', record: id },
      });
      return signature === null ? deed : refused(deed, [409]);
    }),
  },
  'POST /api/v1/transcripts/{id}/preview': {
    weight: 1,
    act: on((practice, _, id) => {
      const call = { method: 'POST', json: { template: 'dap' } };
      const deed = reading('POST /api/v1/transcripts/{id}/preview', practice, `${path}/${id}/preview`, call);
      // A grid has one template.
      return { ...deed, refusals: [422] };
    }),
  },
  'GET /api/v1/templates': {
    weight: 0.5,
    act: (practice) => reading('GET /api/v1/templates', practice, '/api/v1/templates'),
  },
  // What is written is of one name, and read by nobody else.
  'PUT /api/v1/templates/{name}': {
    weight: 0.5,
    act: (practice) => {
      const json = { sections: [{ name: newName(practice), contents: ['summary'] }] };
      const call = { method: 'PUT', json, key: practice.adminKey };
      return reading('PUT /api/v1/templates/{name}', practice, '/api/v1/templates/crash', call);
    },
  },
  'DELETE /api/v1/templates/{name}': {
    weight: 0.5,
    act: (practice) => {
      const call = { method: 'DELETE', key: practice.adminKey };
      const deed = reading('DELETE /api/v1/templates/{name}', practice, '/api/v1/templates/crash', call);
      return { ...deed, refusals: [404] };
    },
  },
  'DELETE /api/v1/transcripts/{id}': {
    weight: 1,
    act: on((practice, random, id, { wasSigned }) => {
      const isAdmin = wasSigned && random.chance(0.5);
      const strike = (interrupted: boolean) => {
        practice.transcripts.delete(id);
        strikeRuns(practice, id, interrupted);
      };
      const operation = 'DELETE /api/v1/transcripts/{id}';
      const call = { method: 'DELETE', path: `${path}/${id}`, key: isAdmin ? practice.adminKey : practice.key };
      if (wasSigned && !isAdmin) return refused({ operation, call }, [409]);
      return {
        operation,
        call,
        book: () => strike(false),
        async lookFor(ask) {
          if ((await ask({ method: 'GET', path: `${path}/${id}` })).status === 404) strike(true);
        },
      };
    }),
  },
};
