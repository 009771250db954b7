/** What an error about a damaged file tells its owner to do; `docs/backup.md` says more. */
export const toRestore =
  'Stop the host, move the files of the store, the engine and the blobs away, and bring the last backup back: chronoscribe import FILE.';
