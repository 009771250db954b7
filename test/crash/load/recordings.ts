import { z } from 'zod';
import type { Act, Deed, Load } from '../deed.ts';
import { newName, type Practice, type Visit } from '../practice.ts';
import type { Random } from '../random.ts';
import { bookRun, hasTooMuchUnderWay, hearingOf, makingRun, unbookedRuns } from './making-runs.ts';
import { usingUpload } from './used-uploads.ts';
import { recordedVisit, writtenVisit } from './visits.ts';

const formWith =
  (name: string, ...visits: readonly Visit[]) =>
  () => {
    const form = new FormData();
    for (const { content, mark } of visits) form.append(name, new File([content], mark));
    return form;
  };

/** An upload of a transcript or, now and then, of sound. */
const upload =
  (path: string, soundShare: number): Act =>
  (practice, random) => {
    if (hasTooMuchUnderWay(practice)) return undefined;
    const visit = random.chance(soundShare) ? recordedVisit() : writtenVisit(practice);
    return makingRun(practice, random, {
      operation: `POST ${path}`,
      call: { path, form: formWith('file', visit) },
      run: { end: 'done', makes: 'transcript', mark: visit.mark },
      ...hearingOf(visit),
    });
  };

const audioPath = '/api/v1/transcripts/upload_audio_file';

/** A file in which nobody says anything: its run fails, and stays so however often it is tried. */
export function silentUpload(practice: Practice, random: Random): Deed {
  const mark = newName(practice);
  return makingRun(practice, random, {
    operation: `POST ${audioPath}`,
    call: { path: audioPath, form: formWith('file', { mark, content: new TextEncoder().encode('WEBVTT\n\n') }) },
    run: { end: 'failed', makes: 'transcript', mark },
  });
}

const Batch = z.object({ runs: z.array(z.object({ id: z.string() })) });

/** Consultations, as sound and as transcripts. */
export const recordingLoad: Load = {
  [`POST ${audioPath}`]: {
    weight: 8,
    act(practice, random) {
      if (hasTooMuchUnderWay(practice)) return undefined;
      if (random.chance(0.15)) return silentUpload(practice, random);
      return usingUpload(audioPath)(practice, random) ?? upload(audioPath, 0.4)(practice, random);
    },
  },
  'POST /api/v1/transcripts/grid_chiropractor': {
    weight: 2,
    act: upload('/api/v1/transcripts/grid_chiropractor', 0.2),
  },
  'POST /api/v1/transcripts/batch': {
    weight: 2,
    act(practice, random) {
      if (hasTooMuchUnderWay(practice)) return undefined;
      const visits = Array.from({ length: random.whole(1, 3) }, () => writtenVisit(practice));
      const book = (ids: readonly string[], markOf: (at: number) => string) => {
        for (const [at, id] of ids.entries())
          bookRun(practice, id, { end: 'done', makes: 'transcript', mark: markOf(at) }, false);
      };
      return {
        operation: 'POST /api/v1/transcripts/batch',
        call: {
          method: 'POST',
          path: '/api/v1/transcripts/batch',
          key: practice.key,
          form: formWith('files', ...visits),
        },
        book: (answer) =>
          book(
            Batch.parse(answer.json).runs.map(({ id }) => id),
            (at) => visits[at]?.mark ?? '',
          ),
        // Each file is a run of its own, so some may have been begun. Which of them that were is in what they make.
        lookFor: async (ask) => book(await unbookedRuns(practice, ask), () => `${practice.name}-`),
      };
    },
  },
};
