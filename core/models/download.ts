import { open, statfs } from 'node:fs/promises';
import type { Problem } from '../api/problem.ts';
import type { ModelPackage } from '../api/provider.ts';
import type { ModelPaths } from './model-folder.ts';
import { deletePartial, readPartial, savePartialNotes } from './partial-file.ts';
import { downloadFailed, insufficientStorage, wrongModel } from './problems.ts';
import { type FileResponse, requestFile } from './request.ts';

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
    throw isNetworkError(thrown) ? await interrupted(options, thrown) : thrown;
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
  // Not before the file was emptied: the notes must be true of every byte in it.
  await savePartialNotes(paths, { url, etag, total });
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

/** `fetch` reports all errors of the network as a TypeError whose cause is the reason. */
function isNetworkError(thrown: unknown): thrown is TypeError {
  return thrown instanceof TypeError && /^(fetch failed|terminated)$/.test(thrown.message);
}

async function interrupted({ model, url, paths }: DownloadOptions, thrown: TypeError): Promise<Problem> {
  const partial = await readPartial(paths, url);
  const { host } = new URL(url);
  const what =
    thrown.message === 'terminated' && partial !== null
      ? `the connection to ${host} broke off after ${partial.bytes} bytes, which are kept, so that the next try goes on from there`
      : `${host} could not be reached${codeOf(thrown.cause)}; behind a proxy set HTTPS_PROXY and NODE_USE_ENV_PROXY=1`;
  return downloadFailed(model, what, { url, transient: true, cause: thrown });
}

function codeOf(cause: unknown): string {
  return cause instanceof Error && 'code' in cause ? ` (${String(cause.code)})` : '';
}

/** A signal that aborts with `signal`, or `ms` milliseconds after the last `refresh`. */
function idleTimeout(ms: number, signal: AbortSignal) {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(), ms);
  return {
    signal: AbortSignal.any([signal, controller.signal]),
    isOver: () => controller.signal.aborted,
    refresh: () => {
      timer.refresh();
    },
    stop: () => {
      clearTimeout(timer);
      // Ends a response that was refused, which the server would go on sending.
      controller.abort();
    },
  };
}
