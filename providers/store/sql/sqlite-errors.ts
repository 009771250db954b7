import { toRestore } from '../to-restore.ts';

/** SQLITE_BUSY: another connection has the file. */
const busy = 5;

/** What to do about a result code of SQLite (https://www.sqlite.org/rescode.html), by the primary code. */
const advice: ReadonlyMap<number, string> = new Map([
  [busy, 'Another process has been writing to it for a while. Stop that one, or try again.'],
  [8, 'It cannot be written. Make the file and its folder writable for this process.'],
  [10, `The disk failed to read or write it. Look after the disk. If the file is damaged: ${toRestore}`],
  [11, `It is damaged. ${toRestore} Without one, save what can be read: sqlite3 FILE .recover | sqlite3 NEW.`],
  [13, 'The disk is full. Free some space.'],
  [14, 'It cannot be opened. See that its folder exists, that it is a file, and that this process may read and write it.'],
  [26, `It is not a SQLite database. Name another file in the setting "file", or, where the right one was lost: ${toRestore}`],
]);

/** An error of SQLite with the name of the file and how to mend it. */
export function sqliteError(file: string, thrown: unknown): unknown {
  const code = primaryCode(thrown);
  if (!(thrown instanceof Error) || code === undefined) return thrown;
  const mend = advice.get(code);
  return new Error(`${file}: ${thrown.message}.${mend === undefined ? '' : ` ${mend}`}`, { cause: thrown });
}

/** Whether a `sqliteError` says that another connection has the file. */
export function isBusy(thrown: unknown): boolean {
  return thrown instanceof Error && primaryCode(thrown.cause) === busy;
}

/** It is in the low byte; the rest says more exactly where it happened. */
function primaryCode(thrown: unknown): number | undefined {
  if (!(thrown instanceof Error && 'errcode' in thrown && typeof thrown.errcode === 'number')) return undefined;
  return thrown.errcode & 0xff;
}
