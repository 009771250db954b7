import { type TestHost, testHost } from 'chronoscribe/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { filledAccount } from '../fixtures/filled-account.ts';
import { type KnownIds, knownIds } from './known-ids.ts';
import { type Findings, hasPython, installSchemathesis, schemathesis } from './schemathesis.ts';

const Key = z.object({ key: z.string() });

const isRunnable = hasPython();
if (!isRunnable) console.warn('NOT RUN: schemathesis, which checks the API, needs python3 with venv (python3-venv).');

describe.runIf(isRunnable)('the host does what its OpenAPI document says', { timeout: 600_000 }, () => {
  let host: TestHost;
  /** Of an operator, in an account with something of everything. */
  let key: string;
  let ids: KnownIds;
  beforeAll(async () => {
    await installSchemathesis();
    const plugins = { mcp: true, webhooks: { with: { allowPrivateAddresses: true } } };
    const http = { rateLimit: { perMinute: 0, failedPerMinute: 0 } };
    host = await testHost({ development: false, config: { plugins, http } });
    const { account, upload } = await filledAccount(host, 'clinic');
    const json = { account_id: account, scopes: ['time', 'clinical', 'admin', 'operator'] };
    key = Key.parse((await host.call('POST', '/admin/keys', { json })).json).key;
    const { lists, fields } = await knownIds(host, key);
    ids = { lists: { ...lists, '/api/v1/uploads': [upload] }, fields };
  }, 300_000);
  afterAll(() => host.stop());

  /** @returns what schemathesis prints */
  const foundNothing = async (findings: Promise<Findings>): Promise<string> => {
    const { passed, report } = await findings;
    if (!passed) console.error(report);
    expect(passed).toBe(true);
    // Else the rest of it was only refused.
    expect((await host.call('GET', '/api/v1/runs', { key })).status).toBe(200);
    return report;
  };

  test('whatever a client sends', async () => {
    await foundNothing(schemathesis(host, key, { phases: 'examples,coverage,fuzzing', seed: 1, ids }));
  });

  test('whatever a client sends one after the other', async () => {
    let scenarios = 0;
    // A run ends without a word when the same requests are answered otherwise the second time, so there are several.
    for (let seed = 1; seed <= 40 && scenarios < 300; seed += 1) {
      const report = await foundNothing(schemathesis(host, key, { phases: 'stateful', seed, ids }));
      scenarios += Number(/Scenarios: +(\d+)/.exec(report)?.[1] ?? 0);
    }
    expect(scenarios).toBeGreaterThanOrEqual(300);
  });
});
