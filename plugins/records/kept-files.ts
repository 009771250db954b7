import { type Blobs, type Cluster, Download, type Logger, Problem, type UploadedFile } from 'chronoscribe';
import { electLeader, runPeriodically } from 'chronoscribe/concurrency';

interface Options<Type extends string> {
  readonly blobs: Blobs;
  /** What is needed of the `RecordRepository` of the records. */
  readonly repository: {
    filesOf(id: string): string;
    /** @throws Problem `not-found` */
    versions(account: string, id: string): Promise<unknown>;
  };
  readonly cluster: Cluster;
  readonly log: Logger;
  /** What they are, as the first word of their names: `audio`. Lower-case letters. */
  readonly name: string;
  /** The extensions of their names by their media types. */
  readonly extensions: Readonly<Record<Type, string>>;
  /** For how long they are kept: not at all, for so many days, or with their record. */
  readonly keep: number | string;
}

export type KeptFiles<Type extends string> = ReturnType<typeof keptFiles<Type>>;

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** Files that records were made from. They are blobs of their records, so they are deleted with them. */
export function keptFiles<Type extends string>(options: Options<Type>) {
  const { blobs, repository, cluster, log, name, extensions, keep } = options;
  // TypeScript types keys as any strings.
  const types = Object.keys(extensions) as Type[];
  const named = new RegExp(`/${name}\\.(?:(\\d+)\\.)?(\\w+)$`);
  const list = async (id: string) => {
    const found = (await Array.fromAsync(blobs.list(repository.filesOf(id)))).flatMap(({ name: blob, bytes }) => {
      const [, file = '0', extension] = named.exec(blob) ?? [];
      const type = types.find((each) => extensions[each] === extension);
      return type === undefined ? [] : [{ file: Number(file), type, bytes, blob }];
    });
    return found.toSorted((a, b) => a.file - b.file);
  };
  const remove = async (id: string): Promise<void> => {
    for (const { blob } of await list(id)) await blobs.delete(blob);
  };
  const sweep = async (before: number, signal: AbortSignal): Promise<void> => {
    for await (const { name: blob, modifiedAt } of blobs.list(repository.filesOf(''))) {
      if (signal.aborted) return;
      if (named.test(blob) && modifiedAt < before) await blobs.delete(blob);
    }
  };

  return {
    /** Those of a record that are there, in the order of the request. `file`: the index in it, from 0. */
    list,
    remove,
    /** Copies files to those of a record, if they are to be kept. It may be repeated. @param of several: of a list */
    async keep(account: string, id: string, files: readonly UploadedFile[], of: 'one' | 'several'): Promise<void> {
      if (keep === 'none') return;
      for (const [index, { blob, type }] of files.entries()) {
        const known = types.find((each) => each === type);
        if (known === undefined) continue;
        const ending = of === 'one' ? extensions[known] : `${index}.${extensions[known]}`;
        await blobs.write(`${repository.filesOf(id)}${name}.${ending}`, blobs.read(blob));
      }
      // The record may have been deleted meanwhile, and its files with it.
      await repository.versions(account, id).catch(async (thrown: unknown) => {
        await remove(id);
        if (!(thrown instanceof Problem && thrown.code === 'not-found')) throw thrown;
      });
    },
    /**
     * A file for a reader or player, who may ask for a part of it.
     *
     * @param as the name of the file without its extension, and what is said where it is not kept
     * @throws Problem `not-found`
     */
    async download(account: string, id: string, file: string, as: { readonly name: string; readonly missing: string }) {
      await repository.versions(account, id);
      const found = (await list(id)).find((each) => String(each.file) === file);
      if (found === undefined) throw new Problem('not-found', { detail: as.missing });
      const { type, bytes, blob } = found;
      const body = { bytes, read: (range?: Parameters<Blobs['read']>[1]) => blobs.read(blob, range) };
      return new Download({ type, name: `${as.name}.${extensions[type]}`, body });
    },
    /** Stops deleting those whose days are over. */
    stop:
      typeof keep === 'string'
        ? async () => undefined
        : runPeriodically(
            async (signal) => {
              if (await electLeader(cluster, `kept-${name}`, hourMs)) {
                await sweep(cluster.now() - keep * dayMs, signal);
              }
            },
            {
              everyMs: hourMs,
              onError: (cause) => log.error({ err: cause }, `could not delete old ${name}; trying again in an hour`),
            },
          ),
  };
}
