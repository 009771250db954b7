import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createLogger } from '../api/logger.ts';
import type { AuditEvent } from '../kinds/audit.ts';
import { countRefusals } from './refusals.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const refusal = { account: null, key: null, action: 'GET /notes', record: null, outcome: 401 } as const;

function counting() {
  const written: AuditEvent[] = [];
  const inner = {
    fault: () => undefined,
    record: async (event: AuditEvent) => void written.push(event),
    check: async () => undefined,
    gaps: async () => [],
    stop: async () => undefined,
  };
  return { written, log: countRefusals(inner, createLogger('silent')) };
}

test('what is no refusal has an entry each', async () => {
  const { log, written } = counting();
  for (const outcome of [200, 200, 404, 'done'] as const) await log.record({ ...refusal, outcome });
  expect(written).toHaveLength(4);
});

test('a thousand equal refusals are one entry at once and one with the number of the others, each minute', async () => {
  const { log, written } = counting();
  for (let i = 0; i < 1000; i += 1) await log.record({ ...refusal, request: `r${i}`, record: `run_${i}` });
  expect(written).toEqual([{ ...refusal, request: 'r0', record: 'run_0' }]);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(written.slice(1)).toEqual([{ ...refusal, count: 999 }]);
  await log.record(refusal);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(written.slice(2)).toEqual([{ ...refusal, count: 1 }]);
});

test('after a quiet minute a refusal is written at once again', async () => {
  const { log, written } = counting();
  await log.record(refusal);
  await vi.advanceTimersByTimeAsync(60_000);
  await log.record(refusal);
  expect(written).toEqual([refusal, refusal]);
});

test('another client, key, route or status is another refusal', async () => {
  const { log, written } = counting();
  for (const other of [{}, { address: '192.0.2.7' }, { key: 'key_1' }, { action: 'GET /runs' }, { outcome: 403 }])
    await log.record({ ...refusal, ...other });
  expect(written).toHaveLength(5);
});

test('whoever has many addresses cannot fill the disk', async () => {
  const { log, written } = counting();
  for (let i = 0; i < 10_000; i += 1) await log.record({ ...refusal, address: `2001:db8::${i.toString(16)}` });
  await vi.advanceTimersByTimeAsync(60_000);
  expect(written).toHaveLength(1001);
  expect(written.at(-1)).toMatchObject({ action: 'further refusals', outcome: 401, count: 9000 });
});

test('a host that stops writes what it has counted', async () => {
  const { log, written } = counting();
  for (let i = 0; i < 3; i += 1) await log.record(refusal);
  await log.stop();
  expect(written).toEqual([refusal, { ...refusal, count: 2 }]);
});
