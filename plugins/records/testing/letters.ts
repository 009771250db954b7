import { Audit, Blobs, Cluster, definePlugin, Runs, Store } from 'chronoscribe';
import { silentLog, testHost } from 'chronoscribe/testing';
import { z } from 'zod';
import { Patient, type RecordRepository, type RepositoryDefinition } from '../kind.ts';
import { openRecordRepository, type RepositoryTools } from '../repository.ts';

/** A record of a test. */
export const Letter = z.object({
  words: z.array(z.string()).readonly(),
  patient: Patient.optional(),
  title: z.string().optional(),
});
export type Letter = z.output<typeof Letter>;

export const letters: RepositoryDefinition<Letter> = {
  name: 'letters',
  noun: 'letter',
  path: '/api/v1/letters/',
  schema: Letter,
  labels: ({ patient, title = '' }) => ({
    ...({
      form: 'letter',
      template: '',
      status: 'draft',
      visit: null,
      warnings: [],
      excerpt: '',
      coverage: null,
    } as const),
    patient: patient ?? null,
    title,
  }),
  texts: ({ words }) => words,
  keepDays: undefined,
};

/** A host's own store, blobs and runs, and repositories on them. */
export interface Desk {
  readonly tools: RepositoryTools;
  /** Opens the repository of letters, perhaps with something that fails in place of a part of the host. */
  repository(instead?: Partial<RepositoryTools>, keepDays?: number): Promise<RecordRepository<Letter>>;
  /** Names of the files of letters, in no order. */
  files(): Promise<readonly string[]>;
  stop(): Promise<void>;
}

export async function openDesk(options: Parameters<typeof testHost>[0] = {}): Promise<Desk> {
  const seen: { tools?: RepositoryTools } = {};
  const observer = definePlugin({
    name: 'observer',
    auth: 'public',
    needs: { store: Store, blobs: Blobs, runs: Runs, audit: Audit, cluster: Cluster },
    start({ needs }) {
      seen.tools = { ...needs, log: silentLog };
      return {};
    },
    routes: () => [],
  });
  const host = await testHost({ ...options, plugins: [observer] });
  const { tools } = seen;
  if (tools === undefined) throw new Error('the plugin was not started');
  const repositories: RecordRepository<Letter>[] = [];
  return {
    tools,
    async repository(instead = {}, keepDays) {
      const repository = await openRecordRepository({ ...letters, keepDays }, { ...tools, ...instead });
      repositories.push(repository);
      return repository;
    },
    files: () => Array.fromAsync(tools.blobs.list('records/letters/'), ({ name }) => name),
    async stop() {
      for (const repository of repositories) await repository.close();
      await host.stop();
    },
  };
}
