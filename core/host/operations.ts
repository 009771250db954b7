import type { Instances } from '../api/kind.ts';
import type { Logger } from '../api/logger.ts';
import { Problem } from '../api/problem.ts';
import { messageOf, unknownName } from '../api/text.ts';
import { backupFolder, listBackups, newBackupPath, writeBackup } from '../archive/backup-folder.ts';
import { writeArchive } from '../archive/write.ts';
import { hostId, readAuditState } from '../audit/anchors.ts';
import { auditFolder } from '../audit/chain.ts';
import { searchAuditLog, verifyAuditLog } from '../audit/reading.ts';
import type { Configuration } from '../config/configuration.ts';
import { createSealing, type HostSealing } from '../encryption/sealing.ts';
import { Blobs } from '../kinds/blobs.ts';
import { Models, Operations } from '../kinds/operations.ts';
import { Archive } from '../kinds/store.ts';
import { modelCatalogue } from './models.ts';
import type { Part } from './part.ts';
import { createHealthChecks } from './part-runner.ts';

const needs = { models: Models, archive: Archive, blobs: Blobs };

/**
 * What an operator looks at, as a part.
 *
 * @param parts returns all parts of the host, once they were planned, and what else is checked
 */
export function operationsPart(
  configuration: Configuration,
  parts: () => readonly Pick<Part, 'name' | 'health'>[],
  log: Logger,
): Part {
  const name = 'host operations';
  const stopping = new AbortController();
  let idle = async () => {};
  return {
    name,
    needs,
    provides: { operations: Operations },
    async create(given) {
      // The boundary where types are erased: the container hands over what answers `needs`.
      const { models, ...content } = given as Instances<typeof needs>;
      const partLog = log.child({ part: name });
      const from = { ...content, sealing: createSealing(configuration.encryption) };
      const backups = backupsOf(configuration.data, from, partLog, stopping.signal);
      idle = backups.idle;
      const folder = auditFolder(configuration.data);
      const operations: Operations = {
        health: createHealthChecks(parts()),
        bounds: () => configuration.bounds,
        ...modelDownloads(configuration, models, partLog, stopping.signal),
        backups: backups.backups,
        backUp: backups.backUp,
        searchAudit: (search) => searchAuditLog(folder, search),
        async verifyAudit() {
          const { data, cluster: isClustered } = configuration;
          const state = await readAuditState(content.archive);
          return verifyAuditLog({ ...state, folder, log: await hostId(data), isClustered });
        },
      };
      return { operations };
    },
    async stop() {
      stopping.abort(new Error('The host stops.'));
      await idle();
    },
  };
}

/** Downloads that go on while nobody waits for them. */
function modelDownloads(
  configuration: Configuration,
  models: Models,
  log: Logger,
  signal: AbortSignal,
): Pick<Operations, 'models' | 'download'> {
  const progress = new Map<string, number>();
  const faults = new Map<string, string>();
  return {
    async models() {
      return Promise.all(
        (await modelCatalogue(configuration)).map(async (model) => {
          const { name, description, bytes, licence } = model;
          const state = await models.state(model);
          const done = progress.get(name) ?? null;
          const fault = state.status === 'damaged' ? state.detail : (faults.get(name) ?? null);
          const status = done === null ? state.status : 'downloading';
          return { name, description, bytes, licence, status, progress: done, fault };
        }),
      );
    },
    async download(name) {
      const catalogue = await modelCatalogue(configuration);
      const model = catalogue.find((each) => each.name === name);
      if (model === undefined) {
        const known = catalogue.map((each) => each.name);
        throw new Problem('not-found', { detail: unknownName('model', name, known) });
      }
      if (progress.has(name) || (await models.state(model)).status === 'ready') return;
      progress.set(name, 0);
      faults.delete(name);
      models
        .ensure(model, { download: true, signal, progress: (fraction) => progress.set(name, fraction) })
        .catch((thrown: unknown) => {
          faults.set(name, messageOf(thrown));
          log.warn({ model: name, err: thrown }, 'a model could not be downloaded');
        })
        .finally(() => progress.delete(name));
    },
  };
}

/**
 * Backups of this host in its data folder, which go on while nobody waits for them.
 *
 * @param signal gives up the one that is being written, and leaves nothing of it
 */
export function backupsOf(
  data: string,
  from: { readonly archive: Archive; readonly blobs: Blobs; readonly sealing: HostSealing | undefined },
  log: Logger,
  signal: AbortSignal,
) {
  const folder = backupFolder(data);
  let writing: Promise<void> | undefined;
  let fault: string | null = null;
  const write = async () => {
    fault = null;
    try {
      await writeBackup(newBackupPath(folder), (temporary, to) =>
        writeArchive({ ...from, folder: temporary }, to, signal),
      );
      log.info({ folder }, 'a backup is written');
    } catch (thrown) {
      fault = messageOf(thrown);
      log.error({ err: thrown }, 'a backup could not be written');
    } finally {
      writing = undefined;
    }
  };
  return {
    backups: async () => ({
      folder,
      items: (await listBackups(folder)).toReversed(),
      writing: writing !== undefined,
      fault,
    }),
    async backUp() {
      writing ??= write();
    },
    /** Resolves once none is being written. */
    async idle() {
      await writing;
    },
  } satisfies Pick<Operations, 'backups' | 'backUp'> & Readonly<Record<string, unknown>>;
}
