import { expect, onTestFinished, test } from 'vitest';
import { createLogger, type Logger } from '../api/logger.ts';
import { detectPeerMismatch } from './peer-mismatch.ts';
import { singleHostCluster } from './single-host-cluster.ts';

const silent = createLogger('silent');

/** What each host warns of, when two start one after the other. */
function warningsOf(first: boolean, second: boolean): readonly [number, number] {
  const cluster = singleHostCluster(silent);
  const warnings = [first, second].map((together) => {
    const said: unknown[] = [];
    const log: Logger = { ...silent, warn: (...words: unknown[]) => said.push(words) };
    onTestFinished(detectPeerMismatch(cluster, together, log));
    return said;
  });
  return [warnings[0]?.length ?? 0, warnings[1]?.length ?? 0];
}

test.each([
  [false, false],
  [false, true],
  [true, false],
])(
  'two hosts on one store, of which not both know of others, warn of that at once and once: %s, %s',
  (first, second) => {
    expect(warningsOf(first, second)).toEqual([1, 1]);
  },
);

test('hosts that all know of each other have nothing to say', () => {
  expect(warningsOf(true, true)).toEqual([0, 0]);
});
