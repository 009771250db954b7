import { open, rm, stat, statfs, writeFile } from 'node:fs/promises';
import { z } from 'zod';
import { type Problem, parseRetryAfter } from '../api/problem.ts';
import type { ModelPackage } from '../api/provider.ts';
import { ifThere, readJsonFile } from '../files/durable-write.ts';
import { downloadFailed, insufficientStorage, type ModelPaths, wrongModel } from './model-folder.ts';

export interface DownloadOptions {
  readonly model: ModelPackage;
  readonly url: string;
  readonly paths: ModelPaths;
  /** Milliseconds without data after which the download is aborted. */
  readonly idleTimeoutMs: number;
  readonly signal: AbortSignal;
  progress(fraction: number): void;
}

/** No model is larger. It bounds what an endless response can write. */
const maxBytes = 16 * 1024 ** 3;

/**
 * Downloads a model's file to its partial path, or the rest of it after an interrupted download. What was received is
 * kept if the download fails. Only the size is verified.
 *
 * @throws Problem that says what failed; the reason of the signal; errors of the file system
 */
export async function download(options: DownloadOptions): Promise<void> {
  const { model, url, paths, signal } = options;
  const partial = await readPartial(paths, url);
  if (partial !== null && partial.bytes === partial.total) return;
  const timeout = idleTimeout(options.idleTimeoutMs, signal);
  try {
    const response = await requestFile(model, url, partial, timeout.signal);
    if (model.bytes !== null && response.total !== null && response.total !== model.bytes) {
      await reject(options, `it has ${response.total} bytes instead of ${model.bytes}`);
    }
    await save(options, response, timeout.refresh);
  } catch (thrown) {
    signal.throwIfAborted();
    if (timeout.isOver()) {
      const what = `${url} sent nothing for ${options.idleTimeoutMs / 1000} s`;
      throw downloadFailed(model, what, { url, transient: true, cause: thrown });
    }
    // `fetch` reports all errors of the network as a TypeError whose cause is the reason.
    const isOfNetwork = thrown instanceof TypeError && /^(fetch failed|terminated)$/.test(thrown.message);
    throw isOfNetwork ? await interrupted(options, thrown) : thrown;
  } finally {
    timeout.stop();
  }
}

async function save(options: DownloadOptions, response: FileResponse, onData: () => void): Promise<void> {
  const { model, url, paths, progress } = options;
  const { body, start, etag, total } = response;
  const expected = total ?? model.bytes;
  const { bavail, bsize } = await statfs(paths.unfinished);
  if (expected !== null && expected - start > bavail * bsize) throw insufficientStorage(model, paths.unfinished);

  await using file = await open(paths.partial, start === 0 ? 'w' : 'a', 0o600);
  // Not before the file was emptied: the notes must be true of every byte in it. Before the first byte, so that a crash
  // leaves no unknown file.
  await writeFile(paths.partialNotes, JSON.stringify({ url, etag, total } satisfies PartialNotes), { mode: 0o600 });
  let bytes = start;
  for await (const chunk of body) {
    onData();
    bytes += chunk.length;
    if (bytes > (expected ?? maxBytes)) await reject(options, `more than ${expected ?? maxBytes} bytes came`);
    await file.appendFile(chunk);
    if (expected !== null) progress(bytes / expected);
  }
  await file.sync();
  // A response without a length ends in the same way when it is interrupted.
  if (expected !== null && bytes < expected) await reject(options, `it has ${bytes} bytes instead of ${expected}`);
}

/** Deletes a wrong file, since later attempts would continue it. */
async function reject({ model, url, paths }: DownloadOptions, what: string): Promise<never> {
  await deletePartial(paths);
  throw wrongModel(model, url, what);
}

async function interrupted({ model, url, paths }: DownloadOptions, thrown: TypeError): Promise<Problem> {
  const partial = await readPartial(paths, url);
  const { host } = new URL(url);
  const code = thrown.cause instanceof Error && 'code' in thrown.cause ? ` (${String(thrown.cause.code)})` : '';
  const what =
    thrown.message === 'terminated' && partial !== null
      ? `the connection to ${host} broke off after ${partial.bytes} bytes, which are kept, so that the next try goes on from there`
      : `${host} could not be reached${code}; behind a proxy set HTTPS_PROXY and NODE_USE_ENV_PROXY=1`;
  return downloadFailed(model, what, { url, transient: true, cause: thrown });
}

/** A signal that aborts with `signal`, or `ms` milliseconds after the last `refresh`. */
function idleTimeout(ms: number, signal: AbortSignal) {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(), ms);
  return {
    signal: AbortSignal.any([signal, controller.signal]),
    isOver: () => controller.signal.aborted,
    refresh: () => void timer.refresh(),
    stop() {
      clearTimeout(timer);
      // Ends a response that was refused, which the server would go on sending.
      controller.abort();
    },
  };
}

/** A server's response with the file, or the rest of it. */
interface FileResponse {
  readonly body: AsyncIterable<Uint8Array>;
  /** The offset in the file at which the body starts. */
  readonly start: number;
  readonly etag: string | null;
  /** Bytes of the whole file; null if the server does not say. */
  readonly total: number | null;
}

/**
 * Requests a model's file, or the rest of a partial file. Follows redirections, such as those of GitHub. If the caller
 * does not read the body to its end, it aborts the signal.
 *
 * @throws Problem if the response is not the file; errors of `fetch` if there is no response
 */
export async function requestFile(
  model: ModelPackage,
  url: string,
  partial: PartialFile | null,
  signal: AbortSignal,
): Promise<FileResponse> {
  const response = await fetch(url, { headers: { 'accept-encoding': 'identity', ...rangeHeaders(partial) }, signal });
  const { status, headers, body } = response;
  const etag = headers.get('etag');
  if (partial !== null && status === 206 && isRestOf(partial, headers)) {
    return {
      body: openBody(body),
      start: partial.bytes,
      etag,
      total: partial.total ?? rangeOf(headers)?.total ?? null,
    };
  }
  if (partial !== null && (status === 206 || status === 416)) {
    await body?.cancel();
    return requestFile(model, url, null, signal);
  }
  if (status !== 200) {
    await body?.cancel();
    throw refusal(model, url, response);
  }
  if (/html/i.test(headers.get('content-type') ?? '')) {
    await body?.cancel();
    const what = `${url} sent a page (text/html) instead of a file; a proxy or a login may be in the way`;
    throw downloadFailed(model, what, { url, transient: false });
  }
  const length = headers.get('content-length');
  return { body: openBody(body), start: 0, etag, total: length === null ? null : Number(length) };
}

/** With a strong ETag the server itself checks that the file is still the same. */
function rangeHeaders(partial: PartialFile | null): Readonly<Record<string, string>> {
  if (partial === null) return {};
  const isStrong = partial.etag?.startsWith('"');
  return { range: `bytes=${partial.bytes}-`, ...(isStrong && partial.etag !== null && { 'if-range': partial.etag }) };
}

function isRestOf(partial: PartialFile, headers: Headers): boolean {
  const range = rangeOf(headers);
  if (range?.start !== partial.bytes || (partial.total !== null && range.total !== partial.total)) return false;
  const etag = headers.get('etag');
  return partial.etag === null || etag === null || etag === partial.etag;
}

function rangeOf(headers: Headers): { readonly start: number; readonly total: number } | undefined {
  const [, start, total] = /^bytes (\d+)-\d+\/(\d+)$/.exec(headers.get('content-range') ?? '') ?? [];
  return start === undefined ? undefined : { start: Number(start), total: Number(total) };
}

function refusal(model: ModelPackage, url: string, { status, headers }: Response) {
  const isBusy = status === 408 || status === 429 || status >= 500;
  return downloadFailed(
    model,
    `${url} was answered with ${status}${status === 404 ? ', there is nothing there' : ''}`,
    { url, transient: isBusy, retryAfter: isBusy ? parseRetryAfter(headers.get('retry-after')) : undefined },
  );
}

/**
 * The body with a reader. Node ends a body without one, as if it were complete, when its response is garbage-collected.
 */
function openBody(body: ReadableStream<Uint8Array> | null): AsyncIterable<Uint8Array> {
  return (body ?? ReadableStream.from([])).values();
}

const notes = z.object({
  url: z.string(),
  /** As the server sent it, with its quotes; null if it sent none. */
  etag: z.string().nullable(),
  /** Bytes of the whole file; null if the server did not say. */
  total: z.number().nullable(),
});

/** What a partial file is the beginning of. */
type PartialNotes = z.output<typeof notes>;

/** The beginning of a file whose download was interrupted. */
interface PartialFile extends PartialNotes {
  /** Bytes on the disk. */
  readonly bytes: number;
}

/** The partial file of `url`; null if there is none, or none that is known to be of the same file. */
async function readPartial({ partial, partialNotes }: ModelPaths, url: string): Promise<PartialFile | null> {
  const known = await readJsonFile(partialNotes, notes);
  const bytes = (await ifThere(stat(partial)))?.size ?? 0;
  if (known?.url !== url || bytes === 0 || (known.etag === null && known.total === null)) return null;
  return known.total !== null && bytes > known.total ? null : { ...known, bytes };
}

export async function deletePartial({ partial, partialNotes }: ModelPaths): Promise<void> {
  await rm(partial, { force: true });
  await rm(partialNotes, { force: true });
}
