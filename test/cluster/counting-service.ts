import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

/** A service that counts how often each piece of work was asked of it. */
export interface CountingService {
  readonly url: string;
  /**
   * How often each `<work>/<step>` was answered. An answer that nobody heard, since whoever asked was gone, does not
   * count.
   */
  readonly answered: ReadonlyMap<string, number>;
  /** When each was answered first, by `performance.now()`. */
  readonly firstAnswered: ReadonlyMap<string, number>;
  stop(): Promise<void>;
}

/** @param takesMs how long it works before it answers */
export async function startCountingService(takesMs: number): Promise<CountingService> {
  const answered = new Map<string, number>();
  const firstAnswered = new Map<string, number>();
  const server = createServer((request, response) => {
    request.resume();
    void wait(takesMs).then(() => {
      if (response.destroyed) return;
      const work = (request.url ?? '').slice(1);
      response.end('done', () => {
        answered.set(work, (answered.get(work) ?? 0) + 1);
        if (!firstAnswered.has(work)) firstAnswered.set(work, performance.now());
      });
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    answered,
    firstAnswered,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
