import { testHost } from 'chronoscribe/testing';
import { expect, test } from 'vitest';
import { hasPython, installSchemathesis, schemathesis } from './schemathesis.ts';

const isRunnable = hasPython();
if (!isRunnable) console.warn('NOT RUN: schemathesis, which checks the API, needs python3 with venv (python3-venv).');

test.runIf(isRunnable)(
  'the host does what its OpenAPI document says, whatever a client sends',
  { timeout: 600_000 },
  async () => {
    await installSchemathesis();
    const plugins = { mcp: true };
    const host = await testHost({
      development: false,
      config: { plugins, http: { rateLimit: { perMinute: 0, failedPerMinute: 0 } } },
    });
    try {
      const { passed, report } = await schemathesis(host.url, host.key);
      if (!passed) console.error(report);
      expect(passed).toBe(true);
    } finally {
      await host.stop();
    }
  },
);
