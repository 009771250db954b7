import { stat } from 'node:fs/promises';
import { awaitAnswer, startScript } from '../child-process/script-process.ts';
import type { InstalledFile } from './model-folder.ts';

/** A request to unpack an archive. */
export interface UnpackRequest {
  /** Path of the archive. */
  readonly archive: string;
  /** Base names of the wanted files. Folders in the archive are not created. */
  readonly files: readonly string[];
  /** An empty folder. */
  readonly folder: string;
  /** Maximal size of the unpacked archive, in bytes. */
  readonly maxBytes: number;
}

/** A message of the unpacking process. */
export type UnpackMessage =
  /** Bytes of the archive that were read so far. */
  | { readonly read: number }
  | { readonly files: readonly InstalledFile[] }
  /** The archive is invalid. */
  | { readonly fault: string }
  /** An error of the file system, or of our own. */
  | { readonly failure: string; readonly code: string | undefined };

/** The archive is damaged, or is not what it should be. */
export class InvalidArchive extends Error {
  override readonly name = 'InvalidArchive';
}

/** Models hardly shrink when they are packed. An archive that grows more than this is made to fill the disk. */
const maxGrowth = 30;
/** Small archives may grow to this size. */
const minLimitBytes = 64 * 1024 ** 2;
/** A bzip2 block of zeros may hold 46 MB and takes twenty times that while it is unpacked. */
const heapMegabytes = 1024;
/** A block takes a fraction of a second. A process that says nothing for this long hangs. */
const inactivityMs = 120_000;

/**
 * Unpacks a model's archive in a child process, which can be killed: bzip2 occupies a processor for many seconds, and
 * an archive may be malicious.
 *
 * @throws InvalidArchive; errors of the file system; the reason of the signal
 */
export async function unpack(
  request: Omit<UnpackRequest, 'maxBytes'>,
  { signal, progress }: { readonly signal: AbortSignal; progress(fraction: number): void },
): Promise<readonly InstalledFile[]> {
  signal.throwIfAborted();
  const { size } = await stat(request.archive);
  const bounded: UnpackRequest = { ...request, maxBytes: Math.max(minLimitBytes, size * maxGrowth) };
  await using child = startScript({
    url: new URL('./unpack-child.ts', import.meta.url),
    arguments: [JSON.stringify(bounded)],
    heapMegabytes,
    reads: [request.archive],
    writes: [request.folder],
  });
  const outcome = await awaitAnswer(child, {
    limits: { inactivityMs },
    signal,
    onMessage(received) {
      // Sent by `unpack-child.ts`.
      const message = received as UnpackMessage;
      if ('files' in message) return message.files;
      if ('fault' in message) throw new InvalidArchive(message.fault);
      if ('failure' in message) throw Object.assign(new Error(message.failure), { code: message.code });
      progress(message.read / size);
      return undefined;
    },
  });
  switch (outcome.status) {
    case 'answered':
      return outcome.answer;
    case 'exceeded':
      throw new InvalidArchive('unpacking it hangs');
    case 'ended':
      throw new InvalidArchive('unpacking it took too much memory, or its process was killed');
    case 'not-started':
      throw outcome.cause;
    default:
      return outcome satisfies never;
  }
}
