import { execFile, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type TestHost, temporaryFolder } from 'chronoscribe/testing';
import type { KnownIds } from './known-ids.ts';

const run = promisify(execFile);
const requirements = join(import.meta.dirname, 'requirements.txt');
/** Outside of the repository, and used again as long as the requirements are the same. */
const environment = join(
  tmpdir(),
  `chronoscribe-schemathesis-${createHash('sha256').update(readFileSync(requirements)).digest('hex').slice(0, 12)}`,
);

/** Whether there is a Python that can make an environment for packages. */
export function hasPython(): boolean {
  return spawnSync('python3', ['-c', 'import venv, ensurepip']).status === 0;
}

/** Installs schemathesis, unless it is. */
export async function installSchemathesis(): Promise<void> {
  const marker = join(environment, 'complete');
  if (existsSync(marker)) return;
  rmSync(environment, { recursive: true, force: true });
  await run('python3', ['-m', 'venv', environment]);
  await run(join(environment, 'bin/pip'), ['install', '--quiet', '--requirement', requirements]);
  await run('touch', [marker]);
}

/** What schemathesis prints, and whether it found nothing. */
export interface Findings {
  readonly passed: boolean;
  readonly report: string;
}

/**
 * Runs all checks against a host.
 *
 * @param phases by their names at the command line
 * @param seed the same one sends the same requests, as far as the answers are the same
 * @param ids of what there is, so that not all requests ask for what there is not
 */
export async function schemathesis(
  { url }: Pick<TestHost, 'url'>,
  key: string,
  { phases, seed, ids }: { readonly phases: string; readonly seed: number; readonly ids: KnownIds },
): Promise<Findings> {
  const folder = await temporaryFolder();
  try {
    const { stdout } = await run(
      join(environment, 'bin/schemathesis'),
      [
        ...['--config-file', join(import.meta.dirname, 'schemathesis.toml'), 'run', `${url}/openapi.json`],
        ...['--header', `Authorization: Bearer ${key}`, '--checks', 'all', '--no-color'],
        ...['--phases', phases, '--seed', String(seed)],
      ],
      {
        cwd: folder.path,
        maxBuffer: 64 * 1024 * 1024,
        env: {
          ...process.env,
          KNOWN_IDS: JSON.stringify(ids),
          SCHEMATHESIS_HOOKS: join(import.meta.dirname, 'hooks.py'),
          PYTHONDONTWRITEBYTECODE: '1',
        },
      },
    );
    return { passed: true, report: stdout };
  } catch (failed) {
    const { stdout = '', stderr = '' } = failed as { readonly stdout?: string; readonly stderr?: string };
    return { passed: false, report: `${stdout}${stderr}` || String(failed) };
  } finally {
    await folder.remove();
  }
}
