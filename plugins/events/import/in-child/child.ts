import { buffer } from 'node:stream/consumers';
import type { FileLine, ReadEventFile } from 'chronoscribe/kinds/ledger';
import { maxChunk } from '../text.ts';

/** What is read: the module that does, by its URL, and the period of what recurs. */
export type ReadRequest = Parameters<ReadEventFile>[1] & { readonly module: string };

/**
 * The child process of `readInChild`. It reads a file from standard input and answers each message,
 * what is read, with the next lines, or with an empty list at the end.
 */
const file = buffer(process.stdin);
let reading: Iterator<FileLine> | undefined;

process.on('message', async ({ module, ...period }: ReadRequest) => {
  if (reading === undefined) {
    const { default: read } = (await import(module)) as { readonly default: ReadEventFile };
    reading = read(await file, period)[Symbol.iterator]();
  }
  const lines = reading;
  const list: FileLine[] = [];
  for (let next = lines.next(); !next.done; next = lines.next()) {
    if (list.push(next.value) === maxChunk) break;
  }
  process.send?.(list);
});
