import { randomUUID } from 'node:crypto';
import type { Answer, AnyWorkflow, Cluster, RunState, WorkflowEngine } from 'chronoscribe';
import { temporaryFolder } from 'chronoscribe/testing';
import { afterEach, expect, vi } from 'vitest';
import { createHub, type Hub } from './hub.ts';

export interface OpenedEngine {
  /** Not started, with room for two runs at a time. */
  readonly engine: WorkflowEngine;
  /** Stops the engine and lets go of all that it holds, as the host does at its end. */
  stop(): Promise<void>;
  /** Whether the text is anywhere where the engine keeps things, be it as the remains of something deleted. */
  keeps(text: string): Promise<boolean>;
  /** Ends the leases of all hosts, as if their hosts had not renewed them in time. */
  expireLeases(): Promise<void>;
}

/** One of the hosts that work on the runs of a folder. */
export interface EngineHost {
  /** A word. The same one later means the same host, started again; for an engine that serves one host alone it is always the same. */
  readonly name: string;
  /** What the hosts of the folder tell each other by. */
  readonly cluster: Cluster;
}

/**
 * Opens an engine that keeps all it has under `folder`, or under a name made from it; the same folder later means the same runs, be it another host or the
 * same. What belongs to one host alone is kept under its name.
 */
export type OpenEngine = (folder: string, host: EngineHost) => Promise<OpenedEngine>;

/** An engine at work, on a folder of its own. */
interface TestBed extends OpenedEngine {
  readonly folder: string;
  /** The ids that `settled` was called with, in order. */
  readonly announced: readonly string[];
  /** Submits a run under a new id. */
  submit(workflow: AnyWorkflow, input?: unknown): Promise<string>;
  /** Waits until the run is done, failed or cancelled. */
  settled(id: string): Promise<RunState>;
  /** Waits until the run is at this step. */
  reached(id: string, step: string): Promise<void>;
}

export interface TestBeds {
  readonly opener: URL;
  /** Opens and starts an engine, in a new folder and as its first host unless others are given. */
  open(workflows: readonly AnyWorkflow[], folder?: string, host?: string): Promise<TestBed>;
  folder(): Promise<string>;
  /** By which the hosts of a folder tell each other. */
  hub(folder: string): Hub;
  /** From now on all that hosts of this folder tell each other is lost. Before the first of them is opened. */
  loseMessages(folder: string): void;
}

/** The host where a test needs no other. */
export const firstHost = 'first';

/** Ends whatever a test has opened after it. */
export function testBeds(opener: URL): TestBeds {
  const clean: (() => Promise<void>)[] = [];
  const hubs = new Map<string, Hub>();

  afterEach(async () => {
    for (const step of clean.splice(0).reverse()) await step();
    const tooLong = [...hubs.values()].flatMap((hub) => hub.tooLong);
    hubs.clear();
    expect(tooLong, 'a cluster takes texts of 4,000 bytes').toEqual([]);
  });

  const newFolder = async () => {
    const { path, remove } = await temporaryFolder();
    clean.push(remove);
    return path;
  };

  const hubOf = (folder: string) => {
    const hub = hubs.get(folder) ?? createHub();
    hubs.set(folder, hub);
    return hub;
  };

  return {
    opener,
    folder: newFolder,
    hub: hubOf,
    loseMessages: (folder) => void hubs.set(folder, createHub({ losesAll: true })),
    async open(workflows, given, host = firstHost) {
      const folder = given ?? (await newFolder());
      const { open } = (await import(opener.href)) as { open: OpenEngine };
      const opened = await open(folder, { name: host, cluster: hubOf(folder).join() });
      clean.push(() => opened.stop());
      const announced: string[] = [];
      await opened.engine.start(workflows, (id) => announced.push(id));
      return bed(opened, folder, announced);
    },
  };
}

function bed(opened: OpenedEngine, folder: string, announced: readonly string[]): TestBed {
  const { engine } = opened;
  return {
    ...opened,
    folder,
    announced,
    async submit(workflow, input = null) {
      const id = randomUUID();
      await engine.submit({ id, account: 'clinic', workflow: workflow.name, input });
      return id;
    },
    settled: (id) =>
      vi.waitFor(async () => {
        const state = await engine.state(id);
        if (state === undefined || state.status === 'queued' || state.status === 'running')
          throw new Error(`run is ${state?.status}`);
        return state;
      }, patiently),
    reached: (id, step) => vi.waitFor(async () => expect(await engine.state(id)).toMatchObject({ step }), patiently),
  };
}

/** How long a test waits for what it expects to come, in milliseconds; only a fault takes that long. */
export const patiently = { timeout: 30_000, interval: 5 };

/** An `answer` for workflows whose answer does not matter. */
export function asIs<Body>(body: Body): Answer<Body> {
  return { body, location: '/' };
}

/** Something that a test lets happen when it likes. */
export function gate<T = void>(): PromiseWithResolvers<T> {
  return Promise.withResolvers<T>();
}

/** Never ends by itself; rejects with the reason of the signal. */
export function untilAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}
