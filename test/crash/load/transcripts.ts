import { z } from 'zod';
import { type Act, type Ask, Broken, type Load, reading } from '../deed.ts';
import { newName, type Practice } from '../practice.ts';
import { hasTooMuchUnderWay, makingRun } from './making-runs.ts';

const path = '/api/v1/transcripts';
export const Transcript = z.object({
  id: z.string(),
  version: z.int(),
  segments: z.array(z.object({ text: z.string() })),
});
const Page = z.object({ items: z.array(z.object({ id: z.string() })), next_cursor: z.string().nullable() });

/** The ids of the transcripts that are listed. */
export async function transcriptsOf(ask: Ask): Promise<readonly string[]> {
  const ids: string[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const query: string = cursor === '' ? '' : `&${new URLSearchParams({ cursor })}`;
    const page = Page.parse((await ask({ method: 'GET', path: `${path}?limit=100${query}` })).json);
    ids.push(...page.items.map(({ id }) => id));
    cursor = page.next_cursor;
  }
  return ids;
}

/** Transcripts on which no run is at work. */
function atRest(practice: Practice): readonly string[] {
  const worked = new Set(
    [...practice.runs.values()].flatMap(({ record, settled }) => (settled || record === undefined ? [] : [record])),
  );
  return [...practice.transcripts.keys()].filter((id) => !worked.has(id));
}

/** An act on one of the transcripts. */
const on =
  (act: (practice: Practice, random: Parameters<Act>[1], id: string) => ReturnType<Act>): Act =>
  (practice, random) => {
    const ids = atRest(practice);
    return ids.length === 0 ? undefined : act(practice, random, random.one(ids));
  };

const formats = ['md', 'txt', 'vtt', 'srt', 'json', 'fhir'] as const;

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
  'GET /api/v1/transcripts': { weight: 1, act: (practice) => reading('GET /api/v1/transcripts', practice, path) },
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
    act: on((practice, _, id) => {
      const mark = newName(practice);
      const before = practice.transcripts.get(id);
      const text = `The patient reports ${mark}.`;
      return {
        operation: 'PATCH /api/v1/transcripts/{id}',
        call: { method: 'PATCH', path: `${path}/${id}`, key: practice.key, json: { segments: [{ id: 's1', text }] } },
        book: (answer) => void practice.transcripts.set(id, { mark, body: answer.text }),
        async lookFor(ask) {
          const { text: body, json } = await ask({ method: 'GET', path: `${path}/${id}` });
          if (Transcript.safeParse(json).data?.segments[0]?.text === text) practice.transcripts.set(id, { mark, body });
          else if (before?.body !== undefined && body !== before.body) {
            throw new Broken('half', `the transcript ${id} is neither as it was nor as it was edited`);
          }
        },
      };
    }),
  },
  'POST /api/v1/transcripts/{id}/rewrite': {
    weight: 2,
    act: on((practice, random, id) => {
      if (hasTooMuchUnderWay(practice)) return undefined;
      return makingRun(practice, random, {
        operation: 'POST /api/v1/transcripts/{id}/rewrite',
        call: { path: `${path}/${id}/rewrite`, json: { text: 'Dwell on the back.' } },
        run: { end: 'done', makes: 'version', mark: '', record: id },
      });
    }),
  },
  'DELETE /api/v1/transcripts/{id}': {
    weight: 1,
    act: on((practice, _, id) => {
      const strike = (interrupted: boolean) => {
        practice.transcripts.delete(id);
        strikeRuns(practice, id, interrupted);
      };
      return {
        operation: 'DELETE /api/v1/transcripts/{id}',
        call: { method: 'DELETE', path: `${path}/${id}`, key: practice.key },
        book: () => strike(false),
        async lookFor(ask) {
          if ((await ask({ method: 'GET', path: `${path}/${id}` })).status === 404) strike(true);
        },
      };
    }),
  },
};
