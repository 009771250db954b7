import { execFile, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { temporaryFolder } from 'chronoscribe/testing';

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

/** Runs all phases and checks against a host. @returns what schemathesis prints, and whether it found nothing */
export async function schemathesis(
  url: string,
  key: string,
): Promise<{ readonly passed: boolean; readonly report: string }> {
  const folder = await temporaryFolder();
  try {
    const { stdout } = await run(
      join(environment, 'bin/schemathesis'),
      [
        ...['--config-file', join(import.meta.dirname, 'schemathesis.toml'), 'run', `${url}/openapi.json`],
        ...['--header', `Authorization: Bearer ${key}`, '--checks', 'all', '--no-color'],
        ...['--phases', 'examples,coverage,fuzzing,stateful'],
      ],
      {
        cwd: folder.path,
        maxBuffer: 64 * 1024 * 1024,
        env: {
          ...process.env,
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
