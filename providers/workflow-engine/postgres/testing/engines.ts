import type { Logger } from 'chronoscribe';
import { singleHostCluster } from 'chronoscribe/concurrency';
import { silentLog } from 'chronoscribe/testing';
import { afterEach, beforeEach, expect, onTestFinished, vi } from 'vitest';
import type { Engine } from '../../runs/engine.ts';
import { type PlaceOfTest, placeForEachTest } from '../../testing/on-postgres.ts';
import { openPostgresEngine } from '../engine.ts';

interface OpenOptions {
  /** Which data folder it has. */
  readonly host?: string;
  readonly url?: string;
  readonly log?: Logger;
  readonly answerMs?: number;
}

interface Engines extends PlaceOfTest {
  open(options?: OpenOptions): Promise<Engine>;
}

/** Opens engines for the tests of a file, and sees to it that none of them prints anything. To be called once. */
export async function enginesForEachTest(): Promise<Engines> {
  const place = await placeForEachTest();
  beforeEach(() => {
    vi.spyOn(console, 'error');
    vi.spyOn(console, 'log');
  });
  afterEach(() => {
    expect(console.error).not.toHaveBeenCalled();
    expect(console.log).not.toHaveBeenCalled();
    vi.restoreAllMocks();
  });

  return {
    ...place,
    async open({ host = 'here', url = place.url, log = silentLog, answerMs = 30_000 } = {}) {
      const engine = await openPostgresEngine({
        url,
        schema: place.schema(),
        cluster: singleHostCluster(silentLog),
        dataFolder: await place.dataFolder(host),
        concurrency: 2,
        log,
        answerMs,
      });
      onTestFinished(() => engine.close());
      return engine;
    },
  };
}
