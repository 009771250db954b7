import { parseRetryAfter } from '../api/problem.ts';
import type { ModelPackage } from '../api/provider.ts';
import { notFetched } from './faults.ts';
import type { PartialFile } from './partial-file.ts';

/** A server's answer that holds the file, or what is still missing of it. */
export interface FileAnswer {
  readonly body: AsyncIterable<Uint8Array>;
  /** Where in the file the body begins. */
  readonly begin: number;
  readonly etag: string | null;
  /** Bytes of the whole file; null where the server does not say. */
  readonly total: number | null;
}

/**
 * Asks for a model's file, or for the rest of one that is partly here. Redirections are followed: GitHub answers with one.
 * Whoever does not read the body to its end aborts the signal.
 *
 * @throws Problem for an answer that is not the file; what `fetch` throws where none comes.
 */
export async function requestFile(
  model: ModelPackage,
  url: string,
  have: PartialFile | null,
  signal: AbortSignal,
): Promise<FileAnswer> {
  const response = await fetch(url, { headers: { 'accept-encoding': 'identity', ...rangeHeaders(have) }, signal });
  const { status, headers, body } = response;
  const etag = headers.get('etag');
  if (have !== null && status === 206 && isRestOf(have, headers)) {
    return { body: begun(body), begin: have.bytes, etag, total: have.total ?? rangeOf(headers)?.total ?? null };
  }
  if (have !== null && (status === 206 || status === 416)) {
    await body?.cancel();
    return requestFile(model, url, null, signal);
  }
  if (status !== 200) {
    await body?.cancel();
    throw refusal(model, url, response);
  }
  if (/html/i.test(headers.get('content-type') ?? '')) {
    await body?.cancel();
    const what = `a page (text/html) came from ${url} instead of a file; a proxy or a login may stand before it`;
    throw notFetched(model, what, { url, transient: false });
  }
  return { body: begun(body), begin: 0, etag, total: lengthOf(headers) };
}

/** An ETag that is not weak lets the server itself see whether the file is still the same. */
function rangeHeaders(have: PartialFile | null): Readonly<Record<string, string>> {
  if (have === null) return {};
  const isStrong = have.etag?.startsWith('"');
  return { range: `bytes=${have.bytes}-`, ...(isStrong && have.etag !== null && { 'if-range': have.etag }) };
}

function isRestOf(have: PartialFile, headers: Headers): boolean {
  const range = rangeOf(headers);
  if (range?.begin !== have.bytes || (have.total !== null && range.total !== have.total)) return false;
  const etag = headers.get('etag');
  return have.etag === null || etag === null || etag === have.etag;
}

function rangeOf(headers: Headers): { readonly begin: number; readonly total: number } | undefined {
  const [, begin, total] = /^bytes (\d+)-\d+\/(\d+)$/.exec(headers.get('content-range') ?? '') ?? [];
  return begin === undefined ? undefined : { begin: Number(begin), total: Number(total) };
}

function lengthOf(headers: Headers): number | null {
  const length = headers.get('content-length');
  return length === null ? null : Number(length);
}

function refusal(model: ModelPackage, url: string, { status, headers }: Response) {
  const isBusy = status === 408 || status === 429 || status >= 500;
  return notFetched(model, `${url} was answered with ${status}${status === 404 ? ', there is nothing there' : ''}`, {
    url,
    transient: isBusy,
    retryAfter: isBusy ? parseRetryAfter(headers.get('retry-after')) : undefined,
  });
}

/** Takes hold of a body: Node ends one, as if it were whole, that nobody reads by the time that its response is garbage. */
function begun(body: ReadableStream<Uint8Array> | null): AsyncIterable<Uint8Array> {
  return (body ?? ReadableStream.from([])).values();
}
