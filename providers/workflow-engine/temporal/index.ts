import { readFile } from 'node:fs/promises';
import { Cluster, defineProvider, Store } from 'chronoscribe';
import { WorkflowEngine } from 'chronoscribe/host';
import { z } from 'zod';
import { openTemporalEngine } from './engine.ts';
import { loadTemporal } from './library.ts';
import { interpreterVersion } from './messages.ts';

const word = z.string().min(1);

/** Runs workflows on any number of hosts, which share a Temporal server and a store. */
export default defineProvider({
  kind: WorkflowEngine,
  name: 'temporal',
  needs: { store: Store, cluster: Cluster },
  config: z.strictObject({
    address: word.default('localhost:7233').describe('host and port of the Temporal server'),
    namespace: word.default('default').describe('the namespace, which must exist'),
    taskQueue: word.default('chronoscribe').describe('the same at all hosts that share a store'),
    tls: z
      .union([z.boolean(), z.strictObject({ ca: word.describe('a file with the certificates that are trusted') })])
      .optional()
      .describe('whether the connection is encrypted'),
    apiKey: word.optional().describe('for Temporal Cloud; best given by an environment variable'),
    concurrency: z.int().min(1).default(4).describe('how many runs this host works on at the same time'),
  }),
  async create({ config: { tls, apiKey, ...config }, needs, log }) {
    const ca = typeof tls === 'object' ? { serverRootCACertificate: await readFile(tls.ca) } : tls;
    return openTemporalEngine({
      ...{ ...config, ...needs, apiKey, tls: ca, log, temporal: await loadTemporal(log) },
      ...{ heartbeatMs: 10_000, missingWorkflowMs: 300_000, interpreter: interpreterVersion },
    });
  },
  stop: (engine) => engine.close(),
  health: (engine) => engine.health(),
});
