import { type TestHost, testHost } from 'chronoscribe/testing';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { contradictions, disagreements } from './disagreements.ts';
import { allStatements, emptyLedger, type Ledger } from './model/state.ts';
import { perform } from './model.ts';
import type { LedgerDriver, Operation } from './protocol.ts';
import { storiesOfParadoxes } from './rare-paradoxes.ts';
import { storiesOfPlans } from './rare-plans.ts';
import { storiesOfVersions } from './rare-versions.ts';
import { operationOf, places, scripts, wholeDay } from './scripts.ts';
import { serviceLedger } from './service.ts';
import { type TestStore, testStore } from './test-store.ts';

/** How long random scripts run on each store. */
const trialMs = process.env.WHOLE === '1' ? 180_000 : 8_000;

describe.each(['sqlite', 'lowdb', 'postgres'] as const)('the ledger in %s', (name) => {
  let store: TestStore;
  let host: TestHost;
  beforeAll(async () => {
    store = await testStore(name);
    host = await testHost({ config: { providers: { store: store.entry } } });
  });
  afterAll(async () => {
    await host.stop();
    await store.stop();
  });

  /** For a new account. */
  async function newLedger(): Promise<LedgerDriver> {
    const { key } = await host.newAccount();
    return serviceLedger(host, key);
  }

  test.each([...storiesOfVersions, ...storiesOfParadoxes, ...storiesOfPlans])(
    'does and says what a plain model does and says: %s',
    async (_title, operations) => {
      const script = operations.map((operation) => () => operation);
      await performBoth(await newLedger(), script);
    },
  );

  test(
    'does and says what a plain model does and says, whatever it is asked',
    async () => {
      const agrees = fc.asyncProperty(scripts, async (steps) => {
        const script = steps.map((step) => (ledger: Ledger) => operationOf(step, ledger));
        await performBoth(await newLedger(), script);
      });
      await fc.assert(agrees, { numRuns: 100_000, interruptAfterTimeLimit: trialMs });
    },
    trialMs + 120_000,
  );
});

/**
 * Performs a script on the model and on a ledger, and compares their responses, each changed timeline, and finally
 * everything.
 */
async function performBoth(driver: LedgerDriver, script: readonly ((soFar: Ledger) => Operation)[]): Promise<void> {
  const transcript: string[] = [];
  let ledger = emptyLedger;

  async function ask(operation: Operation): Promise<void> {
    const { ledger: after, response, checked } = perform(ledger, operation);
    transcript.push(JSON.stringify(operation));
    const answer = await driver.perform(operation);
    const soFar = `after\n${transcript.join('\n')}\n`;
    expect(answer.response, soFar).toEqual(response);
    if (checked !== null) {
      expect(disagreements(checked, answer.findings ?? []), soFar).toEqual([]);
      if (answer.change !== undefined) expect(contradictions(answer.change, checked.changed), soFar).toEqual([]);
    }
    ledger = after;
  }

  for (const next of script) {
    const before = ledger;
    await ask(next(ledger));
    for (const operation of lookAt(changedTimelines(before, ledger))) await ask(operation);
  }
  for (const operation of lookAtAll(ledger)) await ask(operation);
}

function changedTimelines(before: Ledger, after: Ledger): readonly string[] {
  const old = new Map(before.timelines.map(({ id, statements }) => [id, statements]));
  return after.timelines.filter(({ id, statements }) => old.get(id) !== statements).map(({ id }) => id);
}

function lookAt(timelines: readonly string[], asOf?: number): readonly Operation[] {
  return timelines.flatMap((timeline) =>
    places.map(
      (location) => ({ type: 'search', timeline, location, range: wholeDay, asOf, pageSize: undefined }) as const,
    ),
  );
}

function lookAtAll(ledger: Ledger): readonly Operation[] {
  const timelines = ledger.timelines.map(({ id }) => id);
  const events = new Set(allStatements(ledger).map(({ version }) => version.event_id));
  const branches = ledger.timelines.flatMap(({ id, base }) => (base === null ? [] : [{ timeline: base, other: id }]));
  return [
    ...lookAt(timelines),
    ...lookAt(timelines, Math.floor(ledger.operationCount / 2)),
    ...timelines.map((timeline) => ({ type: 'check-paradox', timeline }) as const),
    ...[...events].map((event) => ({ type: 'history', event }) as const),
    ...branches.map((both) => ({ type: 'compare', ...both }) as const),
  ];
}
