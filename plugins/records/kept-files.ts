import {
  type BlobEntry,
  type Blobs,
  type Cluster,
  electLeader,
  type Logger,
  Problem,
  runPeriodically,
} from 'chronoscribe';

/** What is needed of the `RecordRepository` of the records. */
interface Owner {
  filesOf(id: string): string;
  /** @throws Problem `not-found` */
  versions(account: string, id: string): Promise<unknown>;
}

interface Options {
  readonly blobs: Blobs;
  readonly repository: Owner;
  readonly cluster: Cluster;
  readonly log: Logger;
  /** What they are, as the first word of their names: `audio`. Lower-case letters. */
  readonly name: string;
  /** After how many days they are deleted; undefined: with their record. */
  readonly days: number | undefined;
}

export type KeptFiles = ReturnType<typeof keptFiles>;

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** Files that records were made from. They are blobs of their records, so they are deleted with them. */
export function keptFiles({ blobs, repository, cluster, log, name, days }: Options) {
  const prefix = (id: string) => `${repository.filesOf(id)}${name}.`;
  const list = async (id: string): Promise<readonly BlobEntry[]> =>
    (await Array.fromAsync(blobs.list(repository.filesOf(id)))).filter((entry) => entry.name.startsWith(prefix(id)));
  const remove = async (id: string): Promise<void> => {
    for (const entry of await list(id)) await blobs.delete(entry.name);
  };
  const isOurs = new RegExp(`/${name}\\.[\\w.]+$`);
  const sweep = async (before: number, signal: AbortSignal): Promise<void> => {
    for await (const entry of blobs.list(repository.filesOf(''))) {
      if (signal.aborted) return;
      if (isOurs.test(entry.name) && entry.modifiedAt < before) await blobs.delete(entry.name);
    }
  };

  return {
    list,
    remove,
    /**
     * Copies a file to those of a record. It may be repeated.
     *
     * @param ending what its name ends with: `wav`, `0.pdf`
     */
    async keep(account: string, id: string, blob: string, ending: string): Promise<void> {
      await blobs.write(`${prefix(id)}${ending}`, blobs.read(blob));
      // The record may have been deleted meanwhile, and its files with it.
      await repository.versions(account, id).catch(async (thrown: unknown) => {
        await remove(id);
        if (!(thrown instanceof Problem && thrown.code === 'not-found')) throw thrown;
      });
    },
    /** Stops deleting those whose days are over. */
    stop:
      days === undefined
        ? async () => undefined
        : runPeriodically(
            async (signal) => {
              if (await electLeader(cluster, `kept-${name}`, hourMs)) {
                await sweep(cluster.now() - days * dayMs, signal);
              }
            },
            {
              everyMs: hourMs,
              onError: (cause) => log.error({ err: cause }, `could not delete old ${name}; trying again in an hour`),
            },
          ),
  };
}
