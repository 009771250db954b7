import { toRestore } from '../to-restore.ts';

/** What to do about a result code of SQLite (https://www.sqlite.org/rescode.html), by the primary code. */
const advice: ReadonlyMap<number, string> = new Map([
  [5, 'Another process has been writing to it for a while. Stop that one, or try again.'],
  [8, 'It cannot be written. Make the file and its folder writable for this process.'],
  [10, `The disk failed to read or write it. Look after the disk. If the file is damaged: ${toRestore}`],
  [11, `It is damaged. ${toRestore} Without one, save what can be read: sqlite3 FILE .recover | sqlite3 NEW.`],
  [13, 'The disk is full. Free some space.'],
  [14, 'It cannot be opened. See that its folder exists, that it is a file, and that this process may read and write it.'],
  [26, `It is not a SQLite database. Name another file in the setting "file", or, where the right one was lost: ${toRestore}`],
]);

/** An error of SQLite with the name of the file and how to mend it. */
export function sqliteError(file: string, thrown: unknown): unknown {
  if (!(thrown instanceof Error && 'errcode' in thrown && typeof thrown.errcode === 'number')) return thrown;
  // The primary code is in the low byte; the rest says more exactly where it happened.
  const mend = advice.get(thrown.errcode & 0xff);
  return new Error(`${file}: ${thrown.message}.${mend === undefined ? '' : ` ${mend}`}`, { cause: thrown });
}
