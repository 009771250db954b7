import { setTimeout as wait } from 'node:timers/promises';
import type { Health } from '../api/provider.ts';
import type { Part } from './part.ts';

type CheckedPart = Pick<Part, 'name' | 'health'>;

/** How long a result is reused: a check may call an external service. */
const freshMs = 10_000;
const usualLimitMs = 2_000;

/**
 * A function that returns the health of every part that reports one. Results are reused for ten seconds.
 *
 * @param limitMs how long a check may take; default two seconds
 */
export function createHealthChecks(
  parts: readonly CheckedPart[],
  limitMs: number = usualLimitMs,
): () => Promise<Readonly<Record<string, Health>>> {
  let latest: { readonly at: number; readonly checks: Promise<Readonly<Record<string, Health>>> } | undefined;
  return () => {
    if (latest === undefined || performance.now() - latest.at > freshMs) {
      latest = { at: performance.now(), checks: checkAll(parts, limitMs) };
    }
    return latest.checks;
  };
}

async function checkAll(parts: readonly CheckedPart[], limitMs: number): Promise<Readonly<Record<string, Health>>> {
  const answers = await Promise.all(parts.map(async (part) => [part.name, await check(part, limitMs)] as const));
  return Object.fromEntries(answers.flatMap(([name, health]) => (health === undefined ? [] : [[name, health]])));
}

async function check(part: CheckedPart, limitMs: number): Promise<Health | undefined> {
  const timeout = new AbortController();
  const timedOut = wait(limitMs, { status: 'degraded', detail: `no answer within ${limitMs / 1000} s` } as const, {
    signal: timeout.signal,
  });
  timedOut.catch(() => undefined);
  try {
    return await Promise.race([part.health?.(), timedOut]);
  } catch (thrown) {
    return { status: 'failed', detail: thrown instanceof Error ? thrown.message : String(thrown) };
  } finally {
    timeout.abort();
  }
}
