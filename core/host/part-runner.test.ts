import { expect, test } from 'vitest';
import type { Part } from './part.ts';
import { warmUpParts } from './part-runner.ts';

const never = new AbortController().signal;

/** A part that notes when it is warmed up. */
function part(name: string, warmUp: NonNullable<Part['warmUp']>): Part {
  return {
    ...{ name, needs: {}, provides: {}, warmUp },
    create: async () => ({}),
    stop: async () => undefined,
    health: async () => undefined,
  };
}

function recordingLog() {
  const lines: unknown[] = [];
  const line = (fields: object, message: string) => void lines.push({ ...fields, message });
  const log = { debug: line, info: line, warn: line, error: line, child: () => log };
  return { log, lines };
}

test('a part that cannot be warmed up is named in the log, and keeps no other from it', async () => {
  const warmed: string[] = [];
  const cause = new Error('no such file');
  const { log, lines } = recordingLog();
  const parts = [
    part('broken', async () => Promise.reject(cause)),
    part('whole', async () => void warmed.push('whole')),
  ];
  await warmUpParts(parts, log, never);
  expect(warmed).toEqual(['whole']);
  expect(lines).toEqual([{ part: 'broken', err: cause, message: 'could not be loaded before its first use' }]);
});

test('nothing is loaded before its use where memory is short, and the log says so', async () => {
  const warmed: string[] = [];
  const { log, lines } = recordingLog();
  const parts = [part('whole', async () => void warmed.push('whole'))];
  await warmUpParts(parts, log, never, { availableBytes: () => 500 * 1024 ** 2 });
  expect(warmed).toEqual([]);
  expect(lines).toEqual([expect.objectContaining({ message: expect.stringContaining('memory is short') })]);
});

test('a stop of the host ends it without a warning', async () => {
  const stopping = new AbortController();
  const { log, lines } = recordingLog();
  const waits = (signal: AbortSignal) =>
    new Promise<void>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
  const warming = warmUpParts([part('slow', waits)], log, stopping.signal);
  stopping.abort();
  await warming;
  expect(lines).toEqual([]);
});
