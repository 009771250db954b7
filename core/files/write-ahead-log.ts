import { readFile, stat } from 'node:fs/promises';
import { hasCode } from './durable-write.ts';

/** The layout of a log is SQLite's: https://www.sqlite.org/fileformat2.html#walformat */
const headBytes = 32;
const frameHeadBytes = 24;
const magic = 0x377f0682;

/**
 * Looks whether the write-ahead log beside an SQLite database is whole. SQLite itself leaves out what comes after the first damage in it and says nothing, since a log may rightly end in what a
 * dying process or machine did not finish. That is one commit at most: where two and more stand behind a damage, what was acknowledged would be lost. A log that was cut short, or is gone,
 * cannot be told from one that ends there.
 *
 * @param mend how to mend it, as a sentence
 * @throws Error that names the file; nothing was changed then.
 */
export async function refuseDamagedLog(file: string, mend: string): Promise<void> {
  const log = `${file}-wal`;
  const bytes = await readIfThere(log);
  if (bytes === undefined || bytes.length < headBytes) return;
  if ((await stat(file)).size === 0) throw damaged(file, 'it is empty, and SQLite would drop its log then', mend);
  if (faultIn(bytes) === undefined) return;
  // Another process that begins the log anew while it is read makes it look damaged; not twice.
  const again = await readIfThere(log);
  const fault = again && again.length >= headBytes ? faultIn(again) : undefined;
  if (fault !== undefined) throw damaged(log, fault, mend);
}

function damaged(file: string, fault: string, mend: string): Error {
  return new Error(`${file} is damaged: ${fault}. Nothing was changed in it. ${mend}`);
}

function faultIn(log: Buffer): string | undefined {
  if (log.readUInt32BE(0) >>> 1 !== magic >>> 1) return 'it does not begin as a log of SQLite does';
  const sum = checksum((log.readUInt32BE(0) & 1) === 1);
  sum.add(log.subarray(0, 24));
  if (!sum.equals(log, 24)) return 'its first bytes are not as they were written';

  const frameBytes = frameHeadBytes + log.readUInt32BE(8);
  let isWhole = true;
  let commitsBehind = 0;
  for (let at = headBytes; at + frameBytes <= log.length; at += frameBytes) {
    // What was written before the log was begun anew has another salt.
    const isOfThisLog = log.compare(log, 16, 24, at + 8, at + 16) === 0;
    if (isWhole) {
      sum.add(log.subarray(at, at + 8));
      sum.add(log.subarray(at + frameHeadBytes, at + frameBytes));
      isWhole = isOfThisLog && sum.equals(log, at + 16);
      if (isWhole) continue;
    }
    if (isOfThisLog && log.readUInt32BE(at + 4) > 0) commitsBehind += 1;
  }
  return commitsBehind < 2 ? undefined : `${commitsBehind} changes that were acknowledged stand behind something else`;
}

/** The running checksum of a log, over pairs of words. */
function checksum(isBigEndian: boolean) {
  let [one, other] = [0, 0];
  return {
    add(bytes: Buffer): void {
      for (let at = 0; at < bytes.length; at += 8) {
        one = (one + other + (isBigEndian ? bytes.readUInt32BE(at) : bytes.readUInt32LE(at))) >>> 0;
        other = (other + one + (isBigEndian ? bytes.readUInt32BE(at + 4) : bytes.readUInt32LE(at + 4))) >>> 0;
      }
    },
    equals: (bytes: Buffer, at: number): boolean => bytes.readUInt32BE(at) === one && bytes.readUInt32BE(at + 4) === other,
  };
}

async function readIfThere(file: string): Promise<Buffer | undefined> {
  try {
    return await readFile(file);
  } catch (thrown) {
    if (hasCode(thrown, 'ENOENT')) return undefined;
    throw thrown;
  }
}
