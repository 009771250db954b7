import { randomUUID } from 'node:crypto';
import { Blobs, Cluster, route, Store } from 'chronoscribe';
import { Running, WorkflowEngine } from 'chronoscribe/host';
import { silentLog, startProvider } from 'chronoscribe/testing';
import { onTestFinished } from 'vitest';
import { z } from 'zod';
import disk from '../../../providers/blobs/disk/index.ts';
import sqlite from '../../../providers/store/sqlite/index.ts';
import embedded from '../../../providers/workflow-engine/embedded/index.ts';
import { createLeases } from '../../concurrency/lease.ts';
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
export function registryOver(parts: Parts, { isClustered = false } = {}): Promise<RunRegistry> {
  return createRunRegistry({
    ...parts,
    leases: createLeases(parts.cluster, isClustered),
    retention: { keepDays: 30, keepFailedUploadsHours: 24, waitForProvidersMinutes: 0 },
    runsAtOnce: 2,
    log: silentLog,
    settled: () => undefined,
    armSleep: async () => undefined,
    sleepsOn: async function* () {},
    requireClock: async () => undefined,
    disarm: async () => undefined,
  });
}

/** A signal that no test aborts. */
export const never = new AbortController().signal;

/** What answers with the result of the workflow `echo`. */
export const endpoint = route({
  method: 'POST',
  path: '/echo',
  summary: 'Echo',
  response: z.string(),
  byRun: true,
  handle: () => new Running<string>(''),
});

/** A run of `echo`, but for its id. */
export const submission = {
  account: 'clinic',
  workflow: 'echo',
  name: 'a.wav',
  endpoint: 'POST /echo',
  auth: 'clinical',
  input: 'hello',
  uploads: [],
} as const;

/** Writes an upload. @returns its name */
export async function uploaded(blobs: Blobs, name: string = `uploads/${randomUUID()}`): Promise<string> {
  await blobs.write(name, new Blob(['spoken']).stream());
  return name;
}

/** The calls of an engine, of which a test can put others in place. */
export function callsOf(engine: WorkflowEngine): WorkflowEngine {
  return {
    start: (...given) => engine.start(...given),
    submit: (run) => engine.submit(run),
    queued: (account) => engine.queued(account),
    state: (id) => engine.state(id),
    steps: (id) => engine.steps(id),
    results: (id) => engine.results(id),
    signal: (...given) => engine.signal(...given),
    wake: (...given) => engine.wake(...given),
    watch: (id, signal) => engine.watch(id, signal),
    cancel: (id) => engine.cancel(id),
    retry: (...given) => engine.retry(...given),
    forget: (id) => engine.forget(id),
    eraseResults: (id) => engine.eraseResults(id),
    scrub: () => engine.scrub(),
    stop: () => engine.stop(),
  };
}
