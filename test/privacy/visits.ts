import sharp from 'sharp';
import { expect } from 'vitest';
import { z } from 'zod';
import { page, pdfOf } from '../../plugins/pdfs/testing/pdf-writer.ts';
import { tone, wav } from '../../plugins/transcripts/testing/sounds.ts';
import { printed } from '../../providers/ocr/testing/printed.ts';
import { type Answer, bodyOf, type Practice } from './practice.ts';
import { words } from './words.ts';

const audio = '/api/v1/transcripts/upload_audio_file';
const grid = '/api/v1/transcripts/grid_chiropractor';

const captions = (said: string) =>
  `WEBVTT\n\n00:01.000 --> 00:02.000\nPatient: My ${said} hurts.\n\n00:03.000 --> 00:04.000\nDoctor: Rest for a week.\n`;

interface Upload {
  readonly path: string;
  readonly field?: 'file' | 'files';
  readonly files: readonly (readonly [name: string, content: string | Uint8Array])[];
  readonly fields?: Readonly<Record<string, string>>;
  readonly headers?: Record<string, string>;
}

function send(practice: Practice, { path, field = 'file', files, fields = {}, headers = {} }: Upload): Promise<Answer> {
  const form = new FormData();
  for (const [name, content] of files)
    form.append(field, new File([typeof content === 'string' ? content : new Uint8Array(content)], name));
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  return practice.call('POST', path, { body: form, headers });
}

/** Uploads of every sort, with words in all that they carry. Returns where the records are. */
export async function recordEverything(practice: Practice): Promise<readonly string[]> {
  const { said, shown, asked, called, people } = words;
  const about = {
    patient: JSON.stringify({ name: people.patient, identifier: people.identifier }),
    visit: JSON.stringify({ clinician: people.clinician, reason: people.reason }),
  };
  practice.recogniser.script({ texts: [` My ${said.sound} hurts.`] });
  const uploads: readonly Upload[] = [
    { path: audio, files: [[`${called.sound}.wav`, wav(tone(2))]], fields: { text: asked.note, ...about } },
    { path: audio, files: [[`${called.captions}.vtt`, captions(said.captions)]] },
    { path: grid, files: [[`${called.grid}.vtt`, captions(said.grid)]], fields: { text: asked.grid } },
    {
      path: '/api/v1/transcripts/upload_image_file',
      files: [[`${called.image}.png`, printed(['Prescription', `${shown.image} 5 mg at night.`])]],
      fields: { text: asked.image },
    },
    {
      path: '/api/v1/transcripts/upload_pdf_files',
      field: 'files',
      files: [
        [`${called.pdf}.pdf`, pdfOf([page(`A ${shown.page} cyst was seen.`)], { title: shown.title })],
        ['scan.pdf', await scanned('Discharge letter', `${shown.scan} 50 mg daily.`)],
      ],
      fields: { text: asked.pdf, ...about },
    },
  ];
  const places: string[] = [];
  for (const upload of uploads) {
    const answer = await send(practice, upload);
    expect(answer.status, answer.text).toBe(200);
    places.push(answer.headers.get('content-location') ?? '');
  }
  return [...places, ...(await recordBatch(practice))];
}

async function recordBatch(practice: Practice): Promise<readonly string[]> {
  const { said, asked, called } = words;
  const answer = await send(practice, {
    path: '/api/v1/transcripts/batch',
    field: 'files',
    files: [
      [`${called.batch}-1.vtt`, captions(said.batch)],
      [`${called.batch}-2.vtt`, `<!doctype html><p>no captions, but ${said.batch}`],
    ],
    fields: { text: asked.batch },
  });
  const { runs } = bodyOf(z.object({ runs: z.array(z.object({ id: z.string(), location: z.string() })) }), answer);
  const ends = [];
  for (const { location } of runs) ends.push(await settled(practice, location));
  expect(ends).toEqual(['done', 'failed']);
  return [`/api/v1/transcripts/${runs[0]?.id}`];
}

async function settled(practice: Practice, location: string): Promise<string> {
  const status = async () => bodyOf(z.object({ status: z.string() }), await practice.call('GET', location)).status;
  await expect.poll(status).toMatch(/done|failed|cancelled/);
  return status();
}

const changing = (practice: Practice, method: 'PATCH' | 'POST', path: string, json: object): Promise<Answer> =>
  practice.call(method, path, { body: JSON.stringify(json), headers: { 'content-type': 'application/json' } });

/** Corrects a transcript, names a speaker, and has its note written anew: once well, once in vain. */
export async function change(practice: Practice, place: string): Promise<void> {
  const { changed, failed } = words;
  const edit = {
    segments: [{ id: 's1', text: `My ${changed.segment} hurts.` }],
    speakers: [{ speaker: 'Speaker 1', name: changed.speaker }],
  };
  expect((await changing(practice, 'PATCH', place, edit)).status).toBe(200);
  const rewrite = (text: string) => changing(practice, 'POST', `${place}/rewrite`, { text });
  const before = practice.model.requests.length;
  expect((await rewrite(changed.wish)).status).toBe(200);
  // The model is asked for the facts first, and for the sections with the wish.
  const asked = practice.model.requests.slice(before).findIndex(({ body }) => String(body).includes(changed.wish));
  expect(asked).toBeGreaterThanOrEqual(0);
  failNext(practice, failed.wish, asked);
  expect((await rewrite(failed.wish)).status).toBe(502);
}

/** Writes into a note, names another patient, signs it, adds to it, and searches for it. */
export async function sign(practice: Practice, place: string): Promise<void> {
  const { signed, people } = words;
  const Record = z.object({ sections: z.array(z.object({ name: z.string() })), warnings: z.array(z.string()) });
  const read = async () => bodyOf(Record, await practice.call('GET', place));
  const { sections } = await read();
  const edit = {
    sections: [{ name: sections[0]?.name, statements: [{ text: `A ${signed.statement} was heard.` }] }],
    patient: { name: signed.patient, identifier: people.identifier },
  };
  expect((await changing(practice, 'PATCH', place, edit)).status).toBe(200);
  const { warnings } = await read();
  expect((await changing(practice, 'POST', `${place}/sign`, { acknowledge: warnings })).status).toBe(200);
  expect((await changing(practice, 'POST', `${place}/addendum`, { text: signed.addendum })).status).toBe(200);
  expect((await changing(practice, 'PATCH', place, edit)).status).toBe(409);
  for (const query of [`patient=${people.patient}`, `q=${signed.patient}`, `patient=${people.identifier}`])
    expect((await practice.call('GET', `/api/v1/records?${query}`)).text).toContain(people.identifier);
}

/** Work that fails, is refused before it begins, or is cancelled. */
export async function fail(practice: Practice, place: string): Promise<void> {
  const { failed, refused, cancelled } = words;
  failNext(practice, failed.said);
  const files = [[`${failed.called}.vtt`, captions(failed.said)]] as const;
  expect((await send(practice, { path: audio, files, fields: { text: failed.asked } })).status).toBe(502);
  const broken = Buffer.concat([wav(tone(1)).subarray(0, 12), Buffer.from(failed.broken.repeat(50))]);
  expect((await send(practice, { path: audio, files: [[`${failed.broken}.wav`, broken]] })).status).toBe(422);

  const letter = [[`${refused.called}.txt`, `Dear ${refused.content}`]] as const;
  const images = '/api/v1/transcripts/upload_image_file';
  expect((await send(practice, { path: images, files: letter, fields: { text: refused.asked } })).status).toBe(415);
  const wrong = { language: refused.field, speakers: refused.field, template: refused.field, text: refused.asked };
  expect((await send(practice, { path: audio, files, fields: wrong })).status).toBe(422);

  const unknown = {
    segments: [{ id: refused.segment, text: refused.content }],
    speakers: [{ speaker: refused.segment, name: refused.called }],
  };
  expect((await changing(practice, 'PATCH', place, unknown)).status).toBe(422);
  const misshapen = {
    segments: { [refused.segment]: refused.content },
    speakers: [{ speaker: 'Speaker 1', role: refused.field }],
  };
  expect((await changing(practice, 'PATCH', place, misshapen)).status).toBe(422);

  const before = practice.model.requests.length;
  practice.model.fail({ fault: { fault: 'hang' }, on: 'POST /api/chat', times: 1 });
  const held = await send(practice, {
    path: audio,
    files: [[`${cancelled.called}.vtt`, captions(cancelled.said)]],
    fields: { text: cancelled.asked },
    headers: { prefer: 'respond-async' },
  });
  const location = held.headers.get('location') ?? '';
  // Cancelled before it has asked, it would leave the fault to whoever asks next.
  await expect.poll(() => practice.model.requests.length, { timeout: 30_000 }).toBeGreaterThan(before);
  await expect.poll(async () => (await practice.call('GET', location)).text).toContain('"step":"note"');
  expect((await practice.call('DELETE', location)).text).toContain('"cancelled"');
}

/** The model's service refuses the next question, and quotes it. */
function failNext(practice: Practice, quoted: string, after = 0): void {
  const body = JSON.stringify({ error: `invalid prompt: ${quoted}` });
  practice.model.fail({
    fault: { fault: 'status', status: 400, body, headers: { 'content-type': 'application/json' } },
    on: 'POST /api/chat',
    after,
    times: 1,
  });
}

/**
 * Deletes all that the API shows of consultations: records, and runs that never became one. Returns the workflows of
 * the runs that are left.
 */
export async function deleteEverything(practice: Practice, places: readonly string[]): Promise<readonly string[]> {
  for (const place of places) expect((await practice.call('DELETE', place)).status).toBe(204);
  const Runs = z.object({ items: z.array(z.object({ id: z.string(), workflow: z.string() })) });
  const runs = async () => bodyOf(Runs, await practice.call('GET', '/api/v1/runs')).items;
  for (const { id } of await runs()) expect((await practice.call('DELETE', `/api/v1/runs/${id}`)).status).toBe(200);
  // What was searched is told beside the empty list.
  expect((await practice.call('GET', '/api/v1/transcripts')).text).toMatch(/^\{"items":\[\],"next_cursor":null/);
  return (await runs()).map(({ workflow }) => workflow);
}

async function scanned(...lines: readonly string[]): Promise<Uint8Array> {
  const { data: grey, info } = await sharp(printed(lines)).greyscale().raw().toBuffer({ resolveWithObject: true });
  const { width, height } = info;
  return pdfOf([{ picture: { width, height, grey }, size: [595, (595 * height) / width] }]);
}
