import { constants } from 'node:fs';
import { access, statfs } from 'node:fs/promises';
import { styleText } from 'node:util';
import type { Health } from '../api/provider.ts';
import { makeFolder } from '../files/durable-write.ts';
import { planHost } from '../host/plan.ts';
import { type Command, parse } from './command.ts';
import { examine, type Finding } from './examination.ts';
import { configurationOptions, configurationUsage, requested } from './request.ts';
import { table } from './table.ts';

/** A recording may have 2 GiB, and is kept beside what is decoded from it. */
const roomyBytes = 4 * 1024 ** 3;

/** Asks every part how it is. Nothing is served and no run is worked on, so it can be called beside a running host. */
export const command: Command = {
  usage: `Usage: chronoscribe doctor [OPTIONS]

Asks every part how it is, beside a running host or without one, and says how to mend what fails.
The exit code is 1 where something has failed. What is degraded can serve, but will refuse some requests.

${configurationUsage}`,
  async run(args) {
    const { values } = parse(args, configurationOptions);
    const { configuration, parts } = await planHost(requested(values));
    const surroundings = [node(), await folder(configuration.data)];
    const findings = surroundings.some(hasFailed) ? surroundings : [...surroundings, ...(await examine(parts))];
    process.stdout.write(
      table(findings.map(({ name, status, ...said }) => [name, styleText(colours[status], status), advice(said)])),
    );
    return findings.some(hasFailed) ? 1 : 0;
  },
};

function node(): Finding {
  return { name: 'Node.js', status: 'ok', detail: process.versions.node };
}

async function folder(path: string): Promise<Finding> {
  const name = 'data folder';
  try {
    await makeFolder(path);
    await access(path, constants.W_OK | constants.X_OK);
    const { bavail, bsize } = await statfs(path);
    const detail = `${path}, ${((bavail * bsize) / 1e9).toFixed(1)} GB free`;
    if (bavail * bsize >= roomyBytes) return { name, status: 'ok', detail };
    return { name, status: 'degraded', detail, hint: 'Free some space: a recording may need several GB while it is worked on.' };
  } catch (thrown) {
    const detail = `${path} cannot be written to (${thrown instanceof Error ? thrown.message : String(thrown)})`;
    return { name, status: 'failed', detail, hint: 'Choose another folder with --data, or change its owner.' };
  }
}

function advice({ detail, hint }: Omit<Health, 'status'>): string {
  return hint === undefined ? detail : `${detail}\n→ ${hint}`;
}

const colours = { ok: 'green', degraded: 'yellow', failed: 'red' } as const;

function hasFailed({ status }: Finding): boolean {
  return status === 'failed';
}
