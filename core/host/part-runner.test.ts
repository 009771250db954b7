import { expect, test } from 'vitest';
import type { Part } from './part.ts';
import { createWarmUp } from './part-runner.ts';

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
  const warmUp = createWarmUp(log);
  await Promise.all(parts.map((each) => warmUp?.begin(each)));
  expect(warmed).toEqual(['whole']);
  expect(lines).toEqual([{ part: 'broken', err: cause, message: 'could not be loaded before its first use' }]);
});

test('nothing is loaded before its use where memory is short, and the log says so', async () => {
  const { log, lines } = recordingLog();
  expect(createWarmUp(log, { availableBytes: () => 500 * 1024 ** 2 })).toBeUndefined();
  expect(lines).toEqual([expect.objectContaining({ message: expect.stringContaining('memory is short') })]);
});

test('a stop of the host ends it without a warning', async () => {
  const { log, lines } = recordingLog();
  const waits = (signal: AbortSignal) =>
    new Promise<void>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
  const warmUp = createWarmUp(log);
  const warming = warmUp?.begin(part('slow', waits));
  warmUp?.stop();
  await warming;
  expect(lines).toEqual([]);
});
