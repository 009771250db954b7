import { parseRetryAfter } from '../api/problem.ts';
import type { ModelPackage } from '../api/provider.ts';
import type { PartialFile } from './partial-file.ts';
import { downloadFailed } from './problems.ts';

/** A server's response with the file, or the rest of it. */
export interface FileResponse {
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
  return { body: openBody(body), start: 0, etag, total: lengthOf(headers) };
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

function lengthOf(headers: Headers): number | null {
  const length = headers.get('content-length');
  return length === null ? null : Number(length);
}

function refusal(model: ModelPackage, url: string, { status, headers }: Response) {
  const isBusy = status === 408 || status === 429 || status >= 500;
  return downloadFailed(
    model,
    `${url} was answered with ${status}${status === 404 ? ', there is nothing there' : ''}`,
    {
      url,
      transient: isBusy,
      retryAfter: isBusy ? parseRetryAfter(headers.get('retry-after')) : undefined,
    },
  );
}

/**
 * The body with a reader. Node ends a body without one, as if it were complete, when its response is garbage-collected.
 */
function openBody(body: ReadableStream<Uint8Array> | null): AsyncIterable<Uint8Array> {
  return (body ?? ReadableStream.from([])).values();
}
