import { rm, writeFile } from 'node:fs/promises';
import { type Cluster, type Logger, Problem } from 'chronoscribe';
import { type AutoResetEvent, createAutoResetEvent, createSemaphore, electLeader } from 'chronoscribe/concurrency';
import type { UploadPiece, Uploads } from 'chronoscribe/host';
import { type Transcriber, wavHeader } from 'chronoscribe/kinds/transcriber';
import type { Sound } from 'chronoscribe/kinds/transcripts';
import type { HeardSegments } from './heard.ts';
import { soundParts } from './parts.ts';
import { liveTopic, type OpenRecordings, type StoredRecording } from './recordings.ts';
import { decibels, type Stretch, stretchCutter } from './stretches.ts';

export interface ListeningTools {
  readonly recordings: OpenRecordings;
  readonly heard: HeardSegments;
  readonly uploads: Uploads;
  readonly sound: Sound;
  readonly transcriber: Transcriber;
  readonly cluster: Cluster;
  readonly log: Logger;
}

/** A recording that gets no sound for so long is not listened to until it gets some. */
const idleMs = 60_000;
/** Another host may have taken the newest piece. */
const pollMs = 2_000;
const levelEveryMs = 400;
/** Recordings whose stretches are recognised at the same time on this host; records are made beside them. */
const atOnce = 2;

interface Listening {
  readonly more: AutoResetEvent;
  readonly stopped: AbortController;
  readonly ended: Promise<void>;
}

/**
 * Recognises recordings while they are made, stretch by stretch. It is a preview: what fails here is left out, since the
 * record is made from the whole sound. After a restart the sound is decoded again from its beginning, and what was heard
 * already is passed over.
 */
export function liveListener(tools: ListeningTools) {
  const { log } = tools;
  const listening = new Map<string, Listening>();
  const permits = createSemaphore(atOnce);

  const start = (id: string): Listening => {
    const more = createAutoResetEvent();
    const stopped = new AbortController();
    const ended = listen(tools, { id, more, signal: stopped.signal, recognise: permits.run })
      .catch((thrown: unknown) => {
        if (!stopped.signal.aborted) log.warn({ recording: id, err: thrown }, 'an open recording is not listened to');
      })
      .finally(() => listening.delete(id));
    return { more, stopped, ended };
  };
  const stop = async (id: string): Promise<void> => {
    const found = listening.get(id);
    found?.stopped.abort();
    found?.more.set();
    await found?.ended;
  };

  return {
    /** Listens to a recording, because it got sound. */
    wake(id: string) {
      const found = listening.get(id);
      if (found === undefined) listening.set(id, start(id));
      else found.more.set();
    },
    /** Ends the listening to a recording. */
    stop,
    close: async () => void (await Promise.all([...listening.keys()].map(stop))),
  };
}

export type LiveListener = ReturnType<typeof liveListener>;

interface Session {
  readonly id: string;
  readonly more: AutoResetEvent;
  readonly signal: AbortSignal;
  recognise<T>(task: () => Promise<T>): Promise<T>;
}

async function listen(tools: ListeningTools, session: Session): Promise<void> {
  const { recordings, heard, sound, cluster } = tools;
  const { id, signal } = session;
  const recording = await recordings.find(id);
  if (recording === undefined || recording.runId !== null) return;
  const cutter = stretchCutter(await heard.throughMs(id));
  let levelAt = 0;
  const sink = async (samples: Uint8Array): Promise<void> => {
    if (Date.now() - levelAt >= levelEveryMs) {
      levelAt = Date.now();
      const whole = Buffer.from(samples.subarray(0, samples.length - (samples.length % 2)));
      cluster.send(liveTopic, `${id} ${decibels(whole).toFixed(1)}`);
    }
    for (const stretch of cutter.add(samples)) await hear(tools, session, recording, stretch);
  };
  for await (const { chunks } of soundParts(arriving(tools, session, recording))) {
    await sound.decodeStream(chunks, sink, signal).catch((thrown: unknown) => {
      // A page that dies at once leaves a header without sound. The next part may be whole.
      if (!(thrown instanceof Problem) || thrown.code !== 'unreadable-file') throw thrown;
    });
    // A decoder that gives up does not read the rest of the part.
    for await (const _rest of chunks);
    const last = cutter.end();
    if (last !== undefined && !signal.aborted) await hear(tools, session, recording, last);
  }
}

/** The pieces of a recording as they come. Ends when none has come for a while, and when it is stopped. */
async function* arriving(
  { uploads }: ListeningTools,
  { more, signal }: Session,
  { account, id }: StoredRecording,
): AsyncGenerator<UploadPiece> {
  let offset = 0;
  let waitedMs = 0;
  while (waitedMs < idleMs) {
    for await (const piece of uploads.pieces(account, id, offset)) {
      offset = piece.offset + piece.bytes;
      waitedMs = 0;
      if (signal.aborted) return;
      yield piece;
    }
    const startedAt = performance.now();
    await more.wait(pollMs);
    if (signal.aborted) return;
    waitedMs += performance.now() - startedAt;
  }
}

async function hear(
  { heard, transcriber, cluster, recordings, sound, log }: ListeningTools,
  { id, signal, recognise }: Session,
  recording: StoredRecording,
  stretch: Stretch,
): Promise<void> {
  const { startMs, endMs, samples } = stretch;
  // Of several hosts that listen, one hears each stretch.
  if (!(await electLeader(cluster, `${liveTopic}/${id}/${startMs}`, idleMs))) return;
  const { language } = await recordings.settings(recording);
  const path = sound.temporaryFile();
  try {
    await writeFile(path, Buffer.concat([wavHeader(samples.length), samples]), { flag: 'wx', mode: 0o600 });
    const options = { language, signal, progress: () => undefined };
    const { utterances } = await recognise(() =>
      transcriber.transcribe({ path, durationMs: endMs - startMs }, options),
    );
    const said = utterances.map((each) => ({
      speaker: each.speaker,
      startMs: startMs + each.startMs,
      endMs: startMs + each.endMs,
      text: each.text,
    }));
    if ((await recordings.find(id)) === undefined) return;
    await heard.save(id, stretch, said);
    cluster.send(liveTopic, id);
  } catch (thrown) {
    if (signal.aborted) return;
    log.warn(
      { recording: id, startMs, problem: Problem.of(thrown).code },
      'a stretch of an open recording was not recognised',
    );
  } finally {
    await rm(path, { force: true });
  }
}
