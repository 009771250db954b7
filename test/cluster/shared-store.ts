import { join } from 'node:path';
import { Blobs, type Cluster, type Provider, Store } from 'chronoscribe';
import { singleHostCluster } from 'chronoscribe/concurrency';
import { createListeners, type RunEvent, WorkflowEngine } from 'chronoscribe/host';
import { silentLog, startProvider, type TestHost, temporaryFolder, testHost } from 'chronoscribe/testing';
import disk from '../../providers/blobs/disk/index.ts';
import sqlite from '../../providers/store/sqlite/index.ts';
import embedded from '../../providers/workflow-engine/embedded/index.ts';
import type { HostOptions, SharedHosts } from './behind-any-host.ts';

/**
 * Hosts in this process that share one store, as hosts on one Postgres do. The first of them does the work of all; each
 * can be asked for it.
 */
export interface HostsOnOneStore extends SharedHosts {
  /** From now on, whether what one host says reaches the others. */
  letHear(whether: boolean): void;
}

/** @param skewMs how far the wall time of each host is ahead of the one before it */
export async function hostsOnOneStore(count: number, options: HostOptions = {}, skewMs = 0): Promise<HostsOnOneStore> {
  const folder = await temporaryFolder();
  const dataFolder = join(folder.path, 'shared');
  const [store, blobs, engine] = [
    await startProvider(Store, sqlite, { dataFolder }),
    await startProvider(Blobs, disk, { dataFolder }),
    await startProvider(WorkflowEngine, embedded, { dataFolder }),
  ];
  const house = meetingPlace();
  const hosts: TestHost[] = [];
  for (let place = 0; place < count; place += 1) {
    const cluster = house.join(place * skewMs);
    hosts.push(
      await testHost({
        ...options,
        config: { cluster: true, ...options.config },
        dataFolder: join(folder.path, `host-${place}`),
        providers: [
          { provider: lent(sqlite, { ...store.instance, cluster }) },
          { provider: lent(disk, blobs.instance) },
          { provider: lent(embedded, place === 0 ? engine.instance : idle(engine.instance)) },
        ],
      }),
    );
  }
  return {
    hosts,
    letHear: house.letHear,
    async stop() {
      await Promise.all(hosts.map((host) => host.stop()));
      for (const part of [engine, blobs, store]) await part.stop();
      await folder.remove();
    },
  };
}

/** A provider that gives what is there already, and leaves it as it is when a host stops. */
function lent(provider: Provider, instance: object): Provider {
  return {
    ...provider,
    create: async () => instance,
    stop: () => undefined,
    health: () => ({ status: 'ok', detail: 'lent' }),
  };
}

/** The engine as a host sees it that never has room for work: others do it. */
function idle(engine: WorkflowEngine): WorkflowEngine {
  const stopping = new AbortController();
  return {
    start: async () => undefined,
    submit: (run) => engine.submit(run),
    queued: (account) => engine.queued(account),
    state: (id) => engine.state(id),
    steps: (id) => engine.steps(id),
    results: (id) => engine.results(id),
    signal: (...given) => engine.signal(...given),
    wake: (...given) => engine.wake(...given),
    watch: (id, signal): AsyncIterable<RunEvent> => engine.watch(id, AbortSignal.any([signal, stopping.signal])),
    cancel: (id) => engine.cancel(id),
    retry: (...given) => engine.retry(...given),
    forget: (id) => engine.forget(id),
    eraseResults: (id) => engine.eraseResults(id),
    scrub: () => engine.scrub(),
    stop: async () => stopping.abort(),
  };
}

/** Where hosts of one process meet: like a database that tells each of them what the others say, a little later. */
function meetingPlace() {
  const common = singleHostCluster(silentLog);
  const all: ReturnType<typeof createListeners>[] = [];
  let hearing = true;
  return {
    letHear(whether: boolean): void {
      hearing = whether;
    },
    join(skewMs: number): Cluster {
      const own = createListeners(silentLog);
      all.push(own);
      return {
        isShared: true,
        now: () => common.now() + skewMs,
        send(topic, text) {
          own.notify(topic, text);
          if (!hearing) return;
          setImmediate(() => {
            for (const other of all) if (other !== own) other.notify(topic, text);
          });
        },
        listen: own.listen,
        count: common.count,
      };
    },
  };
}
