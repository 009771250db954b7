import { setTimeout as wait } from 'node:timers/promises';
import type { Health } from '../api/provider.ts';
import type { Part } from './part.ts';

/** Parts ask services that are not ours: however often we are asked, they are asked once in this time. */
const freshMs = 10_000;
const limitMs = 2_000;

/** Asks every part how it is, each at most once in ten seconds and for at most two. Parts that have nothing to say are left out. */
export function createHealthChecks(parts: readonly Part[]): () => Promise<Readonly<Record<string, Health>>> {
  let latest: { readonly at: number; readonly checks: Promise<Readonly<Record<string, Health>>> } | undefined;
  return () => {
    if (latest === undefined || performance.now() - latest.at > freshMs) {
      latest = { at: performance.now(), checks: checkAll(parts) };
    }
    return latest.checks;
  };
}

async function checkAll(parts: readonly Part[]): Promise<Readonly<Record<string, Health>>> {
  const answers = await Promise.all(parts.map(async (part) => [part.name, await check(part)] as const));
  return Object.fromEntries(answers.flatMap(([name, health]) => (health === undefined ? [] : [[name, health]])));
}

async function check(part: Part): Promise<Health | undefined> {
  const late = new AbortController();
  const silence = wait(limitMs, { status: 'degraded', detail: `no answer within ${limitMs / 1000} s` } as const, {
    signal: late.signal,
  });
  silence.catch(() => undefined);
  try {
    return await Promise.race([part.health(), silence]);
  } catch (thrown) {
    return { status: 'failed', detail: thrown instanceof Error ? thrown.message : String(thrown) };
  } finally {
    late.abort();
  }
}
