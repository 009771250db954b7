import { setTimeout } from 'node:timers/promises';
import { BroadcastChannel, threadId } from 'node:worker_threads';
import type { Snapshot, SnapshotSource } from 'chronoscribe/kinds/journal';

interface Announcing {
  /** The broadcast channel on which it reports: the id of its thread, `read` for each list of rows, and `closed`. */
  readonly channel: string;
  /** Whether the rows never end. */
  readonly isEndless: boolean;
}

export function announcingSnapshot(announcing: Announcing): SnapshotSource {
  return { module: import.meta.url, options: announcing };
}

/** A snapshot without events that reports its calls to other threads. */
export async function openSnapshot(options: unknown): Promise<Snapshot> {
  // The boundary to `announcingSnapshot`.
  const { channel, isEndless } = options as Announcing;
  const announcements = new BroadcastChannel(channel);
  announcements.postMessage(threadId);
  return {
    async *rows() {
      do {
        announcements.postMessage('read');
        yield [];
        await setTimeout(1);
      } while (isEndless);
    },
    revisions: async () => new Map(),
    eventIds: async () => new Map(),
    close() {
      announcements.postMessage('closed');
      announcements.close();
    },
  };
}
