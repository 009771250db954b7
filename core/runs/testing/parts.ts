import { randomUUID } from 'node:crypto';
import { Blobs, Cluster, Store, WorkflowEngine } from 'chronoscribe';
import { silentLog, startProvider } from 'chronoscribe/testing';
import { expect, onTestFinished, vi } from 'vitest';
import disk from '../../../providers/blobs/disk/index.ts';
import sqlite from '../../../providers/store/sqlite/index.ts';
import embedded from '../../../providers/workflow-engine/embedded/index.ts';
import { createLeases } from '../../concurrency/lease.ts';
import { retryMs } from '../reconciler.ts';
import { createRunRegistry, type RunRegistry } from '../registry.ts';

/** What a registry of runs stands on. */
export interface Parts {
  readonly store: Store;
  readonly blobs: Blobs;
  readonly engine: WorkflowEngine;
  readonly cluster: Cluster;
}

/** Starts real and empty ones, which stop at the end of the test. */
export async function startParts(): Promise<Parts> {
  const [store, blobs, engine] = [
    await startProvider(Store, sqlite),
    await startProvider(Blobs, disk),
    await startProvider(WorkflowEngine, embedded),
  ];
  for (const part of [store, blobs, engine]) onTestFinished(() => part.stop());
  return { store: store.instance, blobs: blobs.instance, engine: engine.instance, cluster: store.provided(Cluster) };
}

/** @param isClustered whether it is one of several hosts */
export function registryOver(parts: Parts, { isClustered = false, keepDays = 30 } = {}): Promise<RunRegistry> {
  return createRunRegistry({
    ...parts,
    leases: createLeases(parts.cluster, isClustered),
    retention: { keepDays, keepFailedUploadsHours: 24, waitForProvidersMinutes: 0 },
    runsAtOnce: 2,
    log: silentLog,
    settled: () => undefined,
    armSleep: async () => undefined,
    sleepsOn: async function* () {},
    requireClock: async () => undefined,
    disarm: async () => undefined,
  });
}

/** Writes a blob as it comes with a request, and returns its name. */
export async function upload(blobs: Blobs, name = `uploads/${randomUUID()}`): Promise<string> {
  await blobs.write(
    name,
    (async function* () {
      yield Buffer.from('spoken');
    })(),
  );
  return name;
}

/** Lets the time go by after which a failed operation is repeated. */
export function repeatedAtOnce() {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  return <T>(read: () => T) =>
    expect.poll(async () => {
      await vi.advanceTimersByTimeAsync(retryMs);
      return read();
    });
}
