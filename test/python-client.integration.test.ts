import { execFile, spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { testHost } from 'chronoscribe/testing';
import { expect, onTestFinished, test } from 'vitest';

const program = resolve(import.meta.dirname, '../docs/examples/client/python/trial.py');
const hasPython = spawnSync('python3', ['--version']).status === 0;

test.skipIf(!hasPython)('the Python client calls the operations of the OpenAPI document', async () => {
  const host = await testHost();
  onTestFinished(() => host.stop());
  const { stdout } = await promisify(execFile)('python3', ['-B', program], {
    env: { PATH: process.env.PATH, CHRONOSCRIBE_URL: host.url, KEY: host.key },
  });
  expect(stdout.trim().split('\n')).toEqual([
    '2030-01-15T09:00:00Z',
    "['The trial ends']",
    'urn:chronoscribe:problem:invalid-duration',
  ]);
});
