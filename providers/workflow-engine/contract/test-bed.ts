import { randomUUID } from 'node:crypto';
import type { Cluster } from 'chronoscribe';
import type { AccountSleep, RunState, WorkflowEngine } from 'chronoscribe/host';
import { temporaryFolder } from 'chronoscribe/testing';
import type { Answer, AnyWorkflow } from 'chronoscribe/types';
import { afterEach, expect, vi } from 'vitest';
import { createHub, type Hub } from './hub.ts';

export interface OpenedEngine {
  /** Not started. Executes two runs at a time. */
  readonly engine: WorkflowEngine;
  /** Stops the engine and closes its database, as a host does at its end. */
  stop(): Promise<void>;
  /** Whether the text is anywhere in the files or tables of the engine, even as the remains of something deleted. */
  keeps(text: string): Promise<boolean>;
  /** Ends the leases of all hosts, as if their hosts had not renewed them in time. */
  expireLeases(): Promise<void>;
}

/** One of the hosts that execute the runs of a folder. */
export interface EngineHost {
  /** A word. The same name means the same host, started again. */
  readonly name: string;
  /** Connects the hosts of the folder. */
  readonly cluster: Cluster;
}

/**
 * Opens an engine that saves everything in `folder`, or under a name made from it: the same folder means the same runs,
 * at any host. What belongs to one host alone is saved under its name.
 */
export type OpenEngine = (folder: string, host: EngineHost) => Promise<OpenedEngine>;

/** A started engine, on a folder of its own. */
interface TestBed extends OpenedEngine {
  readonly folder: string;
  /** The ids that `settled` was called with, in order. */
  readonly announced: readonly string[];
  /** What `armSleep` was called with, in order. */
  readonly armed: readonly AccountSleep[];
  /** What `adopt` was called with, in order. */
  readonly adopted: readonly { readonly id: string; readonly run: string }[];
  /** What `disarmSleeps` was called with, in order. */
  readonly disarmed: readonly { readonly run: string; readonly within: string }[];
  /** Submits a run under a new id. */
  submit(workflow: AnyWorkflow, input?: unknown): Promise<string>;
  /** Waits until the run is done, failed or cancelled. */
  settled(id: string): Promise<RunState>;
  /** Waits until the run is at this step. */
  reached(id: string, step: string): Promise<void>;
}

export interface TestBeds {
  readonly opener: URL;
  /**
   * Opens and starts an engine, in a new folder and as its first host unless others are given.
   *
   * @param runsAtOnce of one account; default: more than any test has
   */
  open(workflows: readonly AnyWorkflow[], folder?: string, host?: string, runsAtOnce?: number): Promise<TestBed>;
  folder(): Promise<string>;
  /** Connects the hosts of a folder. */
  hub(folder: string): Hub;
  /** Loses all messages between hosts of this folder. To be called before the first of them is opened. */
  loseMessages(folder: string): void;
}

/** The host of tests that need only one. */
export const firstHost = 'first';

/** Stops what a test has opened, after it. */
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
    async open(workflows, given, host = firstHost, runsAtOnce = 1000) {
      const folder = given ?? (await newFolder());
      const { open } = (await import(opener.href)) as { open: OpenEngine };
      const opened = await open(folder, { name: host, cluster: hubOf(folder).join() });
      clean.push(() => opened.stop());
      const announced: string[] = [];
      const armed: AccountSleep[] = [];
      const adopted: { readonly id: string; readonly run: string }[] = [];
      const disarmed: { readonly run: string; readonly within: string }[] = [];
      await opened.engine.start(workflows, {
        runsAtOnce,
        settled: (id) => void announced.push(id),
        armSleep: async (sleep) => void armed.push(sleep),
        adopt: async (child) => void adopted.push(child),
        disarmSleeps: async (run, within) => void disarmed.push({ run, within }),
      });
      return bed(opened, { folder, announced, armed, adopted, disarmed });
    },
  };
}

function bed(
  opened: OpenedEngine,
  about: Pick<TestBed, 'folder' | 'announced' | 'armed' | 'adopted' | 'disarmed'>,
): TestBed {
  const { engine } = opened;
  return {
    ...opened,
    ...about,
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
      }, waitOptions),
    reached: (id, step) => vi.waitFor(async () => expect(await engine.state(id)).toMatchObject({ step }), waitOptions),
  };
}

/** How tests wait for something, in milliseconds; only a fault takes that long, even on a busy machine. */
export const waitOptions = { timeout: 60_000, interval: 5 };

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
