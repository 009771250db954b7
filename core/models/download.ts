import { open, statfs } from 'node:fs/promises';
import type { Problem } from '../api/problem.ts';
import type { ModelPackage } from '../api/provider.ts';
import { noRoom, notFetched, notIt } from './faults.ts';
import { dropPartial, notePartial, partialOf } from './partial-file.ts';
import type { ModelPlaces } from './places.ts';
import { type FileAnswer, requestFile } from './request.ts';

export interface DownloadOrder {
  readonly model: ModelPackage;
  readonly url: string;
  readonly places: ModelPlaces;
  /** How long a server may send nothing. */
  readonly silenceMs: number;
  readonly signal: AbortSignal;
  progress(fraction: number): void;
}

/** No model is larger; a server that never stops sending is cut off. */
const largestBytes = 16 * 1024 ** 3;

/**
 * Fetches a model's file to its partial place, or what is missing there since an earlier try. What comes is kept, whatever
 * breaks off; nothing of it is compared yet but its size.
 *
 * @throws Problem that says what broke; the reason of the signal; what the file system says.
 */
export async function download(order: DownloadOrder): Promise<void> {
  const { model, url, places, signal } = order;
  const have = await partialOf(places, url);
  if (have !== null && have.bytes === have.total) return;
  const silence = silenceLimit(order.silenceMs, signal);
  try {
    const answer = await requestFile(model, url, have, silence.signal);
    if (model.bytes !== null && answer.total !== null && answer.total !== model.bytes) {
      await refuse(order, `it has ${answer.total} bytes instead of ${model.bytes}`);
    }
    await keep(order, answer, silence.heard);
  } catch (thrown) {
    signal.throwIfAborted();
    if (silence.isOver()) {
      const what = `${url} sent nothing for ${order.silenceMs / 1000} s`;
      throw notFetched(model, what, { url, transient: true, cause: thrown });
    }
    throw isNetworkFault(thrown) ? await brokenOff(order, thrown) : thrown;
  } finally {
    silence.end();
  }
}

async function keep(order: DownloadOrder, answer: FileAnswer, heard: () => void): Promise<void> {
  const { model, url, places, progress } = order;
  const { body, begin, etag, total } = answer;
  const expected = total ?? model.bytes;
  const { bavail, bsize } = await statfs(places.unfinished);
  if (expected !== null && expected - begin > bavail * bsize) throw noRoom(model, places.unfinished);

  await using file = await open(places.partial, begin === 0 ? 'w' : 'a', 0o600);
  // Only now that nothing older is there: what is noted must be true of every byte.
  await notePartial(places, { url, etag, total });
  let bytes = begin;
  for await (const piece of body) {
    heard();
    bytes += piece.length;
    if (bytes > (expected ?? largestBytes)) await refuse(order, `more than ${expected ?? largestBytes} bytes came`);
    await file.appendFile(piece);
    if (expected !== null) progress(bytes / expected);
  }
  await file.sync();
  // A server that says no length ends the same way when it breaks off.
  if (expected !== null && bytes < expected) await refuse(order, `it has ${bytes} bytes instead of ${expected}`);
}

/** What is wrong is not kept, or every later try would go on from it. */
async function refuse({ model, url, places }: DownloadOrder, what: string): Promise<never> {
  await dropPartial(places);
  throw notIt(model, url, what);
}

/** `fetch` gives all that goes wrong between it and the server as a TypeError, with the reason as its cause. */
function isNetworkFault(thrown: unknown): thrown is TypeError {
  return thrown instanceof TypeError && /^(fetch failed|terminated)$/.test(thrown.message);
}

async function brokenOff({ model, url, places }: DownloadOrder, thrown: TypeError): Promise<Problem> {
  const have = await partialOf(places, url);
  const { host } = new URL(url);
  const what =
    thrown.message === 'terminated' && have !== null
      ? `the connection to ${host} broke off after ${have.bytes} bytes, which are kept, so that the next try goes on from there`
      : `${host} could not be reached${reasonOf(thrown.cause)}; behind a proxy set HTTPS_PROXY and NODE_USE_ENV_PROXY=1`;
  return notFetched(model, what, { url, transient: true, cause: thrown });
}

function reasonOf(cause: unknown): string {
  return cause instanceof Error && 'code' in cause ? ` (${String(cause.code)})` : '';
}

/** Aborts with `signal`, or when `heard` was not called for `ms`. */
function silenceLimit(ms: number, signal: AbortSignal) {
  const over = new AbortController();
  const timer = setTimeout(() => over.abort(), ms);
  return {
    signal: AbortSignal.any([signal, over.signal]),
    isOver: () => over.signal.aborted,
    heard: () => {
      timer.refresh();
    },
    end: () => {
      clearTimeout(timer);
      // What was refused is not to be sent on and on.
      over.abort();
    },
  };
}
