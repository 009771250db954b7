import { constants } from 'node:fs';
import { access, statfs } from 'node:fs/promises';
import { styleText } from 'node:util';
import type { Health } from '../api/provider.ts';
import { messageOf } from '../api/text.ts';
import { confinements } from '../child-process/confinement.ts';
import type { Configuration } from '../config/configuration.ts';
import { keyId } from '../encryption/key-ring.ts';
import { makeFolder } from '../files/durable-write.ts';
import { accessIn, mountPlugins } from '../host/composition.ts';
import { compose } from '../host/container.ts';
import type { Part } from '../host/part.ts';
import { createHealthChecks } from '../host/part-runner.ts';
import { type Plan, planHost } from '../host/plan.ts';
import { type ConfigurationValues, configurationOptions, defineCommand, form, hostRequest, table } from './command.ts';

/** A large model is loaded within minutes. */
const diagnosisMs = 300_000;

/** A recording may have 2 GiB, and is stored beside its decoded audio. */
const enoughBytes = 4 * 1024 ** 3;

/** Checks the health of every part. Nothing is served and no run is executed, so it may be called while a host runs. */
export const command = defineCommand({
  name: 'doctor',
  about: `Checks the health of every part, with or without a running host, and says how to fix what fails.
The exit code is 1 if a part has failed. A degraded part can serve, but refuses some requests.`,
  forms: { '': form([], configurationOptions, examine) },
});

async function examine(values: ConfigurationValues): Promise<0 | 1> {
  const plan = await planHost({ ...hostRequest(values), trial: true });
  const { data, encryption: keys } = plan.configuration;
  // What programs that read files of strangers are kept from.
  const confined = confinements().map(({ is, lacks }): Finding => {
    return { name: 'child processes', status: 'ok', detail: is, ...(lacks !== undefined && { hint: lacks }) };
  });
  const node: Finding = { name: 'Node.js', status: 'ok', detail: process.versions.node };
  const machine = [node, await folder(data), encryption(keys), ...confined];
  const findings = machine.some(hasFailed) ? machine : [...machine, ...(await diagnose(plan))];
  process.stdout.write(
    table(
      findings.map(({ name, status, detail, hint }) => [
        ...[name, styleText(colours[status], status), hint === undefined ? detail : `${detail}\n→ ${hint}`],
      ]),
    ),
  );
  return findings.some(hasFailed) ? 1 : 0;
}

function encryption({ key, previousKeys }: Configuration['encryption']): Finding {
  const name = 'encryption';
  if (key === null) return { name, status: 'ok', detail: 'off: whoever can read the disk can read what is stored' };
  const former = previousKeys.map(keyId);
  const opened = former.length === 0 ? '' : `, opens what ${former.join(', ')} sealed`;
  return { name, status: 'ok', detail: `seals with the key ${keyId(key)}${opened}` };
}

async function folder(path: string): Promise<Finding> {
  const name = 'data folder';
  try {
    await makeFolder(path);
    await access(path, constants.W_OK | constants.X_OK);
    const { bavail, bsize } = await statfs(path);
    const detail = `${path}, ${((bavail * bsize) / 1e9).toFixed(1)} GB free`;
    if (bavail * bsize >= enoughBytes) return { name, status: 'ok', detail };
    return { name, status: 'degraded', detail, hint: 'Free some space: processing a recording may need several GB.' };
  } catch (thrown) {
    const detail = `${path} cannot be written to (${messageOf(thrown)})`;
    return { name, status: 'failed', detail, hint: 'Choose another folder with --data, or change its owner.' };
  }
}

const colours = { ok: 'green', degraded: 'yellow', failed: 'red' } as const;

function hasFailed({ status }: Finding): boolean {
  return status === 'failed';
}

/** The health of one part. */
interface Finding extends Health {
  readonly name: string;
}

/**
 * The health of every part: creates each, checks it, and stops all. Unlike a start it continues after a part that
 * fails, so that all faults are found at once; only parts that need a failed one are not tried.
 *
 * @param plan whose dependencies were validated
 */
async function diagnose({ parts, plugins, extensions, runner }: Plan): Promise<readonly Finding[]> {
  const created: Part[] = [];
  const failures = new Map<string, Health>();
  const fail = (part: Part, detail: string) => {
    failures.set(part.name, { status: 'failed', detail });
    // No instance, for those that need it.
    return Object.fromEntries(Object.keys(part.provides).map((name) => [name, null]));
  };
  const tried = parts.map(
    (part): Part => ({
      ...part,
      async create(needs) {
        const [, lacking] = Object.entries(part.needs).find(([name]) => needs[name] === null) ?? [];
        if (lacking !== undefined) return fail(part, `not tried, because it needs the ${lacking.name}`);
        try {
          const instances = await runner.start(part.name, () => part.create(needs));
          created.push(part);
          return instances;
        } catch (thrown) {
          return fail(part, messageOf(thrown));
        }
      },
    }),
  );
  await compose(
    tried,
    (_, work) => work(),
    () => undefined,
  );
  const filled = failures.size === 0 ? [extensionPoints(plugins, extensions)] : [];
  const checked = created.map((part) =>
    part.diagnose === undefined ? part : { name: part.name, health: part.diagnose },
  );
  const health = await createHealthChecks(checked, diagnosisMs)();
  const found = parts.flatMap(({ name }) => {
    const each = failures.get(name) ?? health[name];
    return each === undefined ? [] : [{ name, ...each }];
  });
  const stopped = await runner.stop(created.toReversed()).then(
    () => [],
    (thrown: unknown) => [{ name: 'stop', status: 'failed', detail: messageOf(thrown) } as const],
  );
  return [...found, ...filled, ...stopped];
}

/** What plugins add to each other and to the host. */
function extensionPoints(plugins: Plan['plugins'], extensions: Plan['extensions']): Finding {
  const name = 'extension points';
  try {
    mountPlugins(plugins, extensions, false);
    const filled = Object.entries(extensions.list()).map(([point, filling]) => `${point}: ${filling.join(', ')}`);
    const detail = [...filled, ...accessIn(extensions)].join('\n');
    const unread = extensions.unread();
    return unread.length === 0
      ? { name, status: 'ok', detail }
      : { name, status: 'degraded', detail, hint: unread.join('\n→ ') };
  } catch (thrown) {
    return { name, status: 'failed', detail: messageOf(thrown) };
  }
}
