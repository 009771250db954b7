import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { LookupFunction } from 'node:net';
import type { Address } from './address.ts';

export interface Posted {
  readonly status: number;
  /** As the server wrote it; undefined where it asks for nothing. */
  readonly retryAfter: string | undefined;
}

/**
 * Sends a body to exactly these addresses. Redirects are not followed, and of the answer only its head is read.
 *
 * @throws the error of the system where no answer comes; the reason of `signal` when that aborts
 */
export function post(
  url: URL,
  addresses: readonly Address[],
  {
    headers,
    body,
    signal,
  }: { readonly headers: Readonly<Record<string, string>>; readonly body: string; readonly signal: AbortSignal },
): Promise<Posted> {
  const send = url.protocol === 'https:' ? httpsRequest : httpRequest;
  return new Promise((resolve, reject) => {
    const request = send(
      url,
      // An agent of its own: a kept connection would go to where an earlier look-up led.
      {
        method: 'POST',
        headers: { ...headers, 'content-length': Buffer.byteLength(body) },
        agent: false,
        lookup: pinned(addresses),
        signal,
      },
      (response) => {
        resolve({ status: response.statusCode ?? 0, retryAfter: response.headers['retry-after'] });
        response.destroy();
      },
    );
    request.on('error', (thrown) => reject(signal.aborted ? signal.reason : thrown));
    request.end(body);
  });
}

/** Answers every look-up with what was looked up and checked before. */
function pinned(addresses: readonly Address[]): LookupFunction {
  return (hostname, options, callback) => {
    const [first] = addresses;
    if (first === undefined) callback(Object.assign(new Error(`no address of ${hostname}`), { code: 'ENOTFOUND' }), '', 4);
    else if (options.all === true) callback(null, [...addresses]);
    else callback(null, first.address, first.family);
  };
}
