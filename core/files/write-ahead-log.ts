import { readFile, stat } from 'node:fs/promises';
import { ifThere } from './durable-write.ts';

/** The file format of SQLite's log: https://www.sqlite.org/fileformat2.html#walformat */
const headerBytes = 32;
const frameHeaderBytes = 24;
const magic = 0x377f0682;

/**
 * Verifies the write-ahead log of an SQLite database before it is opened. SQLite ignores everything after the first
 * damage in its log without an error, since a crash may leave an incomplete commit at the end. That is one commit at
 * most where each is on the disk before the next: of two or more after a damage, the first were acknowledged and would be
 * lost. A log that was truncated or deleted cannot be detected.
 *
 * @param file the database
 * @param hint how to repair it, as a sentence
 * @throws Error that names the damaged file, which is left unchanged
 */
export async function checkWriteAheadLog(file: string, hint: string): Promise<void> {
  const log = `${file}-wal`;
  const bytes = await ifThere(readFile(log));
  if (bytes === undefined || bytes.length < headerBytes) return;
  if ((await stat(file)).size === 0) throw damaged(file, 'it is empty, and SQLite would drop its log then', hint);
  if (faultIn(bytes) === undefined) return;
  // A log that another process restarts while it is read looks damaged. Twice in a row is unlikely.
  const again = await ifThere(readFile(log));
  const fault = again && again.length >= headerBytes ? faultIn(again) : undefined;
  if (fault !== undefined) throw damaged(log, fault, `${hint} ${keepHint(file)}`);
}

function damaged(file: string, fault: string, hint: string): Error {
  return new Error(`${file} is damaged: ${fault}. Nothing was changed in it. ${hint}`);
}

/** The runs of the engine are ordered by commits that nobody waits for, so several may be lost at once. */
const keepHint = (file: string): string =>
  `If the machine lost power, they may be changes of which nobody was told. All before the damaged one is kept by: sqlite3 '${file}' 'pragma wal_checkpoint(truncate)'.`;

function faultIn(log: Buffer): string | undefined {
  if (log.readUInt32BE(0) >>> 1 !== magic >>> 1) return 'it does not begin like a log of SQLite';
  const sum = checksum((log.readUInt32BE(0) & 1) === 1);
  sum.add(log.subarray(0, 24));
  if (!sum.equals(log, 24)) return 'its header does not match its checksum';

  const frameBytes = frameHeaderBytes + log.readUInt32BE(8);
  let isValid = true;
  let commitsAfterDamage = 0;
  for (let at = headerBytes; at + frameBytes <= log.length; at += frameBytes) {
    // Frames from before the last restart of the log have another salt.
    const isOfThisLog = log.compare(log, 16, 24, at + 8, at + 16) === 0;
    if (isValid) {
      sum.add(log.subarray(at, at + 8));
      sum.add(log.subarray(at + frameHeaderBytes, at + frameBytes));
      isValid = isOfThisLog && sum.equals(log, at + 16);
      if (isValid) continue;
    }
    if (isOfThisLog && log.readUInt32BE(at + 4) > 0) commitsAfterDamage += 1;
  }
  return commitsAfterDamage < 2 ? undefined : `${commitsAfterDamage} changes come after a damaged one`;
}

/** The cumulative checksum of a log, over pairs of 32-bit words. */
function checksum(isBigEndian: boolean) {
  let [one, other] = [0, 0];
  return {
    add(bytes: Buffer): void {
      for (let at = 0; at < bytes.length; at += 8) {
        one = (one + other + (isBigEndian ? bytes.readUInt32BE(at) : bytes.readUInt32LE(at))) >>> 0;
        other = (other + one + (isBigEndian ? bytes.readUInt32BE(at + 4) : bytes.readUInt32LE(at + 4))) >>> 0;
      }
    },
    equals: (bytes: Buffer, at: number): boolean =>
      bytes.readUInt32BE(at) === one && bytes.readUInt32BE(at + 4) === other,
  };
}
