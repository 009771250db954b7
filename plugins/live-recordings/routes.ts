import { type Cluster, EventStream, Problem, type Route, type Runs, route } from 'chronoscribe';
import { Running } from 'chronoscribe/host';
import { z } from 'zod';
import { type FinishingTools, finishRecording, hasFailed, runOf } from './finishing.ts';
import { type HeardSegments, LiveEvent, labelOf, liveEvents } from './heard.ts';
import { LiveSettings, type OpenRecordings, type StoredRecording } from './recordings.ts';

const path = '/api/v1/transcripts/live';

const Recording = z
  .object({
    id: z.string().describe('A UUID; also the id of the record, unless making it has failed before'),
    upload: z.string().describe('Where the sound is sent: the path of an upload (tus 1.0)'),
    form: z.string().describe('The form of documentation'),
    createdAt: z.int().describe('Milliseconds since 1970'),
    changedAt: z.int().describe('When the last sound arrived, in milliseconds since 1970'),
    bytes: z.int().describe('How much sound has arrived'),
    status: z
      .enum(['open', 'finishing', 'failed'])
      .describe('`failed`: no record could be made; look at the run, and finish or discard it'),
    marks: z
      .array(z.int())
      .readonly()
      .describe('Moments that somebody marked, in milliseconds from the start of the sound'),
    run: z.string().nullable().describe('The run that makes the record, once it is finished'),
  })
  .meta({ id: 'LiveRecording' });

interface Tools extends FinishingTools {
  readonly heard: HeardSegments;
  readonly cluster: Cluster;
}

/** Routes of recordings that are transcribed while somebody speaks. */
export function liveRoutes(tools: Tools): readonly Route[] {
  const { recordings, forms, listener, runs, cluster } = tools;
  const openFor = async (what: string, account: string, id: string): Promise<StoredRecording> => {
    const row = await recordings.get(account, id);
    if (row.runId === null) return row;
    const detail = `This recording is finished and takes no more ${what}.`;
    throw new Problem('recording-finished', { status: 409, detail });
  };
  return [
    route({
      method: 'POST',
      path,
      summary: 'Open a recording that is sent while somebody speaks',
      description:
        'Send the sound to `upload` by PATCH, as it is recorded: webm or ogg (MediaRecorder), fragmented mp4, WAV (its header may ' +
        'leave the length open), flac or mp3. What was answered for is on the disk. A recorder that starts anew goes on ' +
        'at the same place; its first piece, with its header, is a PATCH of its own. Then finish the recording.',
      request: LiveSettings.extend({
        form: z.string().default('audio-note').describe('The form of documentation: `audio-note`, `chiropractic-grid`'),
      }),
      response: Recording,
      status: 201,
      problems: ['quota-exceeded'],
      async handle({ account, by, input: { form, ...settings }, operationId: id }) {
        requireForm(form, forms.names());
        if (settings.template !== undefined) await forms.requireTemplate(form, account, settings.template);
        const made = { id, account, form, createdAt: cluster.now() };
        await recordings.create(made, { ...settings, by });
        return viewOf(recordings, runs, await recordings.get(account, id));
      },
    }),
    route({
      method: 'GET',
      path,
      summary: 'List the recordings that are no records yet, newest first',
      response: z.object({ items: z.array(Recording).describe('Newest first') }),
      async handle({ account }) {
        const items: z.input<typeof Recording>[] = [];
        for (const row of await recordings.list(account)) items.push(await viewOf(recordings, runs, row));
        return { items };
      },
    }),
    route({
      method: 'GET',
      path: `${path}/{id}`,
      summary: 'Read an open recording',
      response: Recording,
      problems: ['not-found'],
      handle: async ({ account, path: { id } }) => viewOf(recordings, runs, await recordings.get(account, id)),
    }),
    route({
      method: 'GET',
      path: `${path}/{id}/events`,
      summary: 'Follow what is heard in an open recording',
      description:
        'As Server-Sent Events: `segment` for what was said, shortly after a pause, and `level` for how loud it is. A client ' +
        'that connects again with `Last-Event-ID` gets the segments after that one. The stream ends when the recording is ' +
        'finished or discarded. Without `Accept: text/event-stream`: the segments so far. It is a preview; the record is ' +
        'made from the whole sound.',
      response: z.object({ segments: z.array(z.unknown()).describe('What was heard so far') }),
      events: LiveEvent,
      problems: ['not-found'],
      async handle({ account, path: { id }, wantsEvents, lastEventId, signal }) {
        await recordings.get(account, id);
        if (wantsEvents) return new EventStream(liveEvents(tools, id, lastEventId, signal), labelOf);
        return { segments: await Array.fromAsync(tools.heard.after(id, undefined)) };
      },
    }),
    route({
      method: 'POST',
      path: `${path}/{id}/marks`,
      summary: 'Mark a moment of an open recording',
      description: 'The record has it among its `marks`. Marking the same moment again changes nothing.',
      request: z.object({
        at: z.int().min(0).max(999_999_999).describe('Milliseconds from the start of the sound, without pauses'),
      }),
      response: Recording,
      status: 201,
      problems: ['not-found', 'recording-finished', 'quota-exceeded'],
      async handle({ account, path: { id }, input: { at } }) {
        const row = await openFor('marks', account, id);
        await recordings.mark(row, at);
        return viewOf(recordings, runs, row);
      },
    }),
    route({
      method: 'PUT',
      path: `${path}/{id}/settings`,
      summary: 'Say anew what the record of an open recording will be made with',
      description: 'In place of what was said when it was opened: what is left out is not known any more.',
      request: LiveSettings,
      response: Recording,
      problems: ['not-found', 'recording-finished'],
      async handle({ account, by, path: { id }, input: settings }) {
        const row = await openFor('settings', account, id);
        if (settings.template !== undefined) await forms.requireTemplate(row.form, account, settings.template);
        await recordings.describe(row, { ...settings, by });
        // Whoever finishes it meanwhile may have read what it was before.
        return viewOf(recordings, runs, await openFor('settings', account, id));
      },
    }),
    route({
      method: 'POST',
      path: `${path}/{id}/finish`,
      summary: 'Make the record of a recording, from its whole sound',
      description:
        'As an upload of its form does, with the same answer; the record is at Content-Location. A repeated call answers with ' +
        'the same record. If it fails, the sound is kept, and the recording can be finished again.',
      response: z.unknown().describe('The answer of an upload of this form'),
      byRun: true,
      problems: ['not-found', 'no-speech', 'unreadable-file', 'provider-unavailable'],
      async handle({ account, path: { id }, run, signal }) {
        const { id: runId, start } = await finishRecording(tools, await finishable(tools, account, id), signal);
        if (start === undefined) return new Running(runId);
        return run(start.workflow, start.input, { id: runId, files: [], name: start.input.file.name });
      },
    }),
    route({
      method: 'DELETE',
      path: `${path}/{id}`,
      summary: 'Discard a recording with its sound',
      response: z.null(),
      status: 204,
      problems: ['not-found', 'recording-finished'],
      async handle({ account, path: { id } }) {
        const row = await recordings.get(account, id);
        const run = await runOf(runs, row);
        if (run !== undefined && !hasFailed(run)) {
          throw new Problem('recording-finished', {
            status: 409,
            detail: 'The record of this recording is being made. Cancel its run, or delete the record.',
          });
        }
        await listener.stop(id);
        await recordings.delete(row);
        return null;
      },
    }),
  ];
}

/** A recording to finish, or one whose record is made already, so that a repeated call gets the same answer. */
async function finishable({ recordings, runs }: Tools, account: string, id: string): Promise<StoredRecording> {
  try {
    return await recordings.get(account, id);
  } catch (thrown) {
    const made = { id, account, form: '', createdAt: 0, attempt: 1, runId: id, isDoomed: false };
    const run = await runOf(runs, made);
    if (run?.status === 'done') return made;
    throw thrown;
  }
}

async function viewOf(
  recordings: OpenRecordings,
  runs: Runs,
  row: StoredRecording,
): Promise<z.input<typeof Recording>> {
  const { id, form, createdAt, runId } = row;
  const [sound, marks, run] = await Promise.all([recordings.sound(row), recordings.marks(row), runOf(runs, row)]);
  const finished = run !== undefined && hasFailed(run) ? 'failed' : 'finishing';
  return {
    ...{ id, form, createdAt, marks, run: runId },
    upload: `/api/v1/uploads/${id}`,
    changedAt: sound?.changedAt ?? createdAt,
    bytes: sound?.bytes ?? 0,
    status: runId === null ? 'open' : finished,
  };
}

function requireForm(form: string, known: readonly string[]): void {
  if (known.includes(form)) return;
  const detail = `Not a form of documentation here; choose one of ${known.map((name) => `"${name}"`).join(', ')}`;
  throw new Problem('invalid-request', {
    detail: `form: ${detail}`,
    errors: [{ in: 'body', path: ['form'], detail, type: 'invalid_value' }],
  });
}
