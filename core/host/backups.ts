import type { Logger } from '../api/logger.ts';
import { backupFolder, listBackups, newBackupPath, writeBackup } from '../archive/backup-folder.ts';
import { writeArchive } from '../archive/write.ts';
import type { HostSealing } from '../encryption/sealing.ts';
import type { Archive } from '../kinds/archive.ts';
import type { Blobs } from '../kinds/blobs.ts';
import type { Operations } from '../kinds/operations.ts';

interface Backups extends Pick<Operations, 'backups' | 'backUp'> {
  /** Resolves once none is being written. */
  idle(): Promise<void>;
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
): Backups {
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
      fault = thrown instanceof Error ? thrown.message : String(thrown);
      log.error({ err: thrown }, 'a backup could not be written');
    } finally {
      writing = undefined;
    }
  };
  return {
    backups: async () => ({
      folder,
      files: (await listBackups(folder)).toReversed(),
      writing: writing !== undefined,
      fault,
    }),
    async backUp() {
      writing ??= write();
    },
    async idle() {
      await writing;
    },
  };
}
