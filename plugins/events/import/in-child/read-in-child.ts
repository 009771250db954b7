import { pathToFileURL } from 'node:url';
import { awaitAnswer, type ProcessExit, scriptFile, startScript } from 'chronoscribe/child-process';
import type { FileReader } from 'chronoscribe/host';
import type { FileLine, ImportLine } from 'chronoscribe/kinds/ledger';
import { z } from 'zod';
import { type ImportSettings, validateCalendar, validateEvent } from '../event-line.ts';
import type { ReadRequest } from './child.ts';

/**
 * The resources for reading a calendar: `milliseconds` of processor time, and `megabytes` of its JavaScript heap.
 * Measured: 16 MiB with 31,000 events take 4 s; 16 MiB of minimal events take 8 s and 300 MB.
 */
const defaultLimits = { bytes: 16 * 1024 * 1024, milliseconds: 30_000, megabytes: 512 };
type FileLimits = typeof defaultLimits;
/** How much longer than that the process may take by the clock: it waits for a processor on a busy machine. */
const patience = 10;

/** What reads a file as a whole; it may take endless work. */
export const calendarReader: FileReader = {
  name: 'calendar',
  mediaTypes: ['text/calendar'],
  module: new URL('../calendar/calendar-work.ts', import.meta.url),
};
const project: FileReader = {
  name: 'project',
  mediaTypes: ['application/xml', 'text/xml'],
  module: new URL('../project/project-work.ts', import.meta.url),
};
export const ownImporters: readonly FileReader[] = [calendarReader, project];

/**
 * What reads a file by the module of an importer: its location is that of events that name none.
 *
 * @throws the reason of the signal; what `bytes` throws.
 */
export function readInChild({ name, module }: FileReader) {
  const file = scriptFile({ url: module });
  const code = { name, file, url: pathToFileURL(file).href };
  return async function* readWhole(
    bytes: AsyncIterable<Uint8Array>,
    signal: AbortSignal,
    { location = 'unknown', from, to, time_zone }: ImportSettings = {},
    limits: FileLimits = defaultLimits,
  ): AsyncGenerator<readonly ImportLine[]> {
    const whole = await collect(bytes, limits.bytes);
    if (whole === undefined) {
      yield [{ line: 1, detail: `The ${name} is larger than ${limits.bytes} bytes: split it` }];
      return;
    }
    const isRepeated = createRepeatFilter();
    for await (const lines of readInProcess(whole, code, { from, to, time_zone }, signal, limits)) {
      const read = lines.map((each) => {
        if ('calendar' in each) return validateCalendar(each);
        return 'fields' in each ? validateEvent(each.line, { location, ...each.fields }, [], each.version) : each;
      });
      yield read.filter((line) => !isRepeated(line));
    }
  };
}

/** Detects an error that repeats the previous one: all occurrences of an event may share it. */
function createRepeatFilter(): (line: ImportLine) => boolean {
  let last = '';
  return (line) => {
    const before = last;
    last = 'detail' in line ? `${line.line} ${line.detail}` : '';
    return last !== '' && last === before;
  };
}

/** The whole file, or undefined if it is larger than allowed. */
async function collect(pieces: AsyncIterable<Uint8Array>, most: number): Promise<Uint8Array | undefined> {
  const held: Uint8Array[] = [];
  let length = 0;
  for await (const piece of pieces) {
    length += piece.length;
    if (length > most) return undefined;
    held.push(piece);
  }
  return Buffer.concat(held);
}

/**
 * Reads in a child process, which can be killed: a few bytes of a calendar can demand endless work. A
 * worker thread would not do, because V8 may end the whole host if the heap of a thread is full. If a limit ends the
 * process, the last line says so.
 *
 * @throws the reason of the signal.
 */
async function* readInProcess(
  file: Uint8Array,
  code: { readonly name: string; readonly file: string; readonly url: string },
  period: Omit<ReadRequest, 'module'>,
  signal: AbortSignal,
  limits: FileLimits,
): AsyncGenerator<readonly FileLine[]> {
  signal.throwIfAborted();
  const url = new URL('./child.ts', import.meta.url);
  const options = { input: file, processorMs: limits.milliseconds };
  await using child = startScript({ url, heapMegabytes: limits.megabytes, loads: [code.file] }, options);
  const request: ReadRequest = { ...period, module: code.url };
  let line = 1;
  let left = limits.milliseconds * patience;
  for (;;) {
    const start = performance.now();
    const outcome = await awaitAnswer(child, {
      request,
      limits: { totalMs: left },
      signal,
      // The fields of events are checked as each event is.
      onMessage: (lines) => Lines.parse(lines) as readonly FileLine[],
    });
    left -= performance.now() - start;
    if (outcome.status !== 'answered') {
      const took = formatExceeded(outcome, code.name, limits);
      const detail = `What follows took ${took}, and nothing more was read: split the file, or shorten its rules`;
      yield [{ line, detail }];
      return;
    }
    if (outcome.answer.length === 0) return;
    line = outcome.answer.at(-1)?.line ?? line;
    yield outcome.answer;
  }
}

const Lines = z.array(
  z.looseObject({
    line: z.int(),
    fields: z.record(z.string(), z.unknown()).optional(),
    calendar: z.record(z.string(), z.unknown()).optional(),
    detail: z.string().optional(),
  }),
);

/** The limit that was exceeded. @throws if the file is not to blame. */
function formatExceeded(ending: ProcessExit, name: string, { megabytes }: FileLimits): string {
  switch (ending.status) {
    case 'exceeded':
      return 'too long';
    case 'ended':
      // A bug of ours exits with 1, a full heap with a signal or another code.
      if (ending.code === 1) throw new Error(`the process that reads a ${name} failed`);
      return `more than ${megabytes} MB of memory`;
    case 'not-started':
      throw ending.cause;
    default:
      return ending satisfies never;
  }
}
