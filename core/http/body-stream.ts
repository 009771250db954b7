import type { IncomingMessage } from 'node:http';
import { Problem } from '../api/problem.ts';

/**
 * A client must send at least this much in each window of waiting. A total time limit would cut honest uploads of gigabytes over
 * a slow line, and no limit at all would let idle connections pile up.
 */
const patience = { windowMs: 30_000, bytesPerWindow: 16 * 1024 };

/** Whether a request brings a body at all, as its headers say. */
export function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) !== 0;
}

/** So much of a body that was refused is waited for, and so long. */
const drop = { bytes: 1024 * 1024, ms: 1_000 };

/**
 * Reads and drops a body that nobody has begun to read, if it is small: a client that is still sending when the connection is closed does not hear why. What is
 * longer than that is left.
 */
export async function dropSmallBody(incoming: IncomingMessage): Promise<void> {
  const isUntouched = incoming.readableFlowing === null && !incoming.destroyed && !incoming.complete;
  if (!hasBody(incoming) || !isUntouched || Number(incoming.headers['content-length'] ?? 0) > drop.bytes) return;
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, drop.ms);
  let bytes = 0;
  incoming.on('data', (piece: Uint8Array) => {
    bytes += piece.byteLength;
    if (bytes > drop.bytes) resolve();
  });
  for (const end of ['end', 'error', 'close']) incoming.once(end, resolve);
  await promise;
  clearTimeout(timer);
  incoming.pause();
}

/**
 * The body of a request, piece by piece, up to `maxBytes`.
 *
 * Reads the Node request itself, not `Request.body`, since that is empty for a GET.
 *
 * @throws Problem `too-large`; `request-timeout` for a client that sends too slowly; `client-closed-request` for one that went
 * away.
 */
export async function* bodyStream(
  incoming: IncomingMessage,
  maxBytes: number,
  { windowMs, bytesPerWindow } = patience,
): AsyncGenerator<Uint8Array> {
  if (Number(incoming.headers['content-length'] ?? 0) > maxBytes) throw tooLarge(maxBytes);
  const pieces: AsyncIterator<Uint8Array> = incoming[Symbol.asyncIterator]();
  let total = 0;
  // Only the time that we wait for the client counts, not the time that we take ourselves.
  let waitedMs = 0;
  let arrived = 0;
  try {
    for (;;) {
      const begun = performance.now();
      const slow = setTimeout(() => incoming.destroy(tooSlow(windowMs, bytesPerWindow)), windowMs - waitedMs);
      const next = await pieces.next().finally(() => clearTimeout(slow));
      if (next.done) return;
      waitedMs += performance.now() - begun;
      arrived += next.value.byteLength;
      total += next.value.byteLength;
      if (total > maxBytes) throw tooLarge(maxBytes);
      if (arrived >= bytesPerWindow) [waitedMs, arrived] = [0, 0];
      yield next.value;
    }
  } catch (thrown) {
    throw incoming.errored === null || thrown instanceof Problem ? thrown : clientWentAway(thrown);
  }
}

/** Nobody is left to be answered; the status is the one that logs of web servers use for it. */
function clientWentAway(cause: unknown): Problem {
  return new Problem('client-closed-request', {
    status: 499,
    detail: 'The client closed the connection before its request was whole.',
    cause,
  });
}

function tooSlow(windowMs: number, bytesPerWindow: number): Problem {
  return new Problem('request-timeout', {
    status: 408,
    detail: `The request body came too slowly: at least ${bytesPerWindow / 1024} KiB are expected every ${windowMs / 1000} s.`,
  });
}

function tooLarge(maxBytes: number): Problem {
  return new Problem('too-large', { detail: `The request body is larger than the limit of ${maxBytes} bytes.` });
}
