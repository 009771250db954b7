import { z } from 'zod';
import { tone, wav } from '../../../plugins/transcripts/testing/sounds.ts';
import type { Act, Deed, Load } from '../deed.ts';
import { newName, type Practice } from '../practice.ts';
import type { Random } from '../random.ts';
import { bookRun, hasTooMuchUnderWay, makingRun, unbookedRuns } from './making-runs.ts';

/** What a recogniser of the campaign is told by: how long a recording is, in bytes. No two have the same length. */
let samples = 8_000;
const wavHead = 44;

function cueFile(mark: string): File {
  const cues = `WEBVTT\n\n00:00.000 --> 00:02.000\nThe patient reports pain ${mark} in the back.\n\n00:02.500 --> 00:04.000\nContinue ibuprofen 400 mg.\n`;
  return new File([cues], `${mark}.vtt`, { type: 'text/vtt' });
}

const formWith =
  (name: string, ...files: readonly File[]) =>
  () => {
    const form = new FormData();
    for (const file of files) form.append(name, file);
    return form;
  };

/** An upload of a transcript or, now and then, of sound. */
const upload =
  (path: string, soundShare: number): Act =>
  (practice, random) => {
    if (hasTooMuchUnderWay(practice)) return undefined;
    const operation = `POST ${path}`;
    const run = { end: 'done', makes: 'transcript' } as const;
    if (!random.chance(soundShare)) {
      const mark = newName(practice);
      return makingRun(practice, random, {
        operation,
        call: { path, form: formWith('file', cueFile(mark)) },
        run: { ...run, mark },
      });
    }
    samples += 2;
    const size = wavHead + 2 * samples;
    const file = new File([new Uint8Array(wav(tone(samples / 16_000)))], 'visit.wav');
    return makingRun(practice, random, {
      operation,
      call: { path, form: formWith('file', file) },
      run: { ...run, mark: `size${size}` },
      hearing: { next: 'note', size },
    });
  };

const audioPath = '/api/v1/transcripts/upload_audio_file';

/** A file in which nobody says anything: its run fails, and stays so however often it is tried. */
export function silentUpload(practice: Practice, random: Random): Deed {
  const mark = newName(practice);
  const silence = new File(['WEBVTT\n\n'], `${mark}.vtt`, { type: 'text/vtt' });
  return makingRun(practice, random, {
    operation: `POST ${audioPath}`,
    call: { path: audioPath, form: formWith('file', silence) },
    run: { end: 'failed', makes: 'transcript', mark },
  });
}

const Batch = z.object({ runs: z.array(z.object({ id: z.string() })) });

/** Consultations, as sound and as transcripts. */
export const recordingLoad: Load = {
  [`POST ${audioPath}`]: {
    weight: 8,
    act: (practice, random) =>
      random.chance(0.15) && !hasTooMuchUnderWay(practice)
        ? silentUpload(practice, random)
        : upload(audioPath, 0.4)(practice, random),
  },
  'POST /api/v1/transcripts/grid_chiropractor': {
    weight: 2,
    act: upload('/api/v1/transcripts/grid_chiropractor', 0.2),
  },
  'POST /api/v1/transcripts/batch': {
    weight: 2,
    act(practice, random) {
      if (hasTooMuchUnderWay(practice)) return undefined;
      const marks = Array.from({ length: random.whole(1, 3) }, () => newName(practice));
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
          form: formWith('files', ...marks.map(cueFile)),
        },
        book: (answer) =>
          book(
            Batch.parse(answer.json).runs.map(({ id }) => id),
            (at) => marks[at] ?? '',
          ),
        // Each file is a run of its own, so some may have been begun. Which of them that were is in what they make.
        lookFor: async (ask) => book(await unbookedRuns(practice, ask), () => `${practice.name}-`),
      };
    },
  },
};
