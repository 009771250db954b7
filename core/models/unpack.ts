import { stat } from 'node:fs/promises';
import { awaitAnswer } from '../child-process/answer.ts';
import { startScript } from '../child-process/script-process.ts';
import { ArchiveFault, type UnpackOrder } from './archive.ts';
import type { ReceivedFile } from './receipt.ts';

/** What the process that unpacks says. */
export type UnpackMessage =
  | { readonly read: number }
  | { readonly files: readonly ReceivedFile[] }
  /** Of the archive. */
  | { readonly fault: string }
  /** Of the file system, or of ours. */
  | { readonly failure: string; readonly code: string | undefined };

/** Models hardly shrink when they are packed. What grows more is made to fill a disk. */
const mostGrowth = 30;
const roomForSmall = 64 * 1024 ** 2;

/** A block of an archive may hold 46 MB where it holds nothing but zeros, and takes twenty times that while it is unpacked. */
const memoryMegabytes = 1024;
/** A block takes a fraction of a second; a process that says nothing for so long hangs. */
const silenceMs = 120_000;

/**
 * Unpacks in a process of its own, which can be ended: bzip2 takes all of a processor for many seconds, and an archive may be
 * made to harm.
 *
 * @throws ArchiveFault; what the file system says; the reason of the signal.
 */
export async function unpack(
  order: Omit<UnpackOrder, 'mostBytes'>,
  { signal, progress }: { readonly signal: AbortSignal; progress(fraction: number): void },
): Promise<readonly ReceivedFile[]> {
  signal.throwIfAborted();
  const { size } = await stat(order.archive);
  const bounded: UnpackOrder = { ...order, mostBytes: Math.max(roomForSmall, size * mostGrowth) };
  await using child = startScript({
    url: new URL('./unpack-child.ts', import.meta.url),
    arguments: [JSON.stringify(bounded)],
    heapMegabytes: memoryMegabytes,
  });
  const outcome = await awaitAnswer(child, {
    limits: { silenceMs },
    signal,
    onMessage(said) {
      // What `unpack-child.ts` sends.
      const message = said as UnpackMessage;
      if ('files' in message) return message.files;
      if ('fault' in message) throw new ArchiveFault(message.fault);
      if ('failure' in message) throw Object.assign(new Error(message.failure), { code: message.code });
      progress(message.read / size);
      return undefined;
    },
  });
  switch (outcome.status) {
    case 'answered':
      return outcome.answer;
    case 'exceeded':
      throw new ArchiveFault('unpacking it hangs');
    case 'ended':
      throw new ArchiveFault('unpacking it took too much memory, or its process was ended');
    case 'not-started':
      throw outcome.cause;
    default:
      return outcome satisfies never;
  }
}
