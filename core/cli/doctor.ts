import { constants } from 'node:fs';
import { access, statfs } from 'node:fs/promises';
import { styleText } from 'node:util';
import type { Health } from '../api/provider.ts';
import { confinements } from '../child-process/confinement.ts';
import type { Configuration } from '../config/configuration.ts';
import { keyId } from '../encryption/key-ring.ts';
import { makeFolder } from '../files/durable-write.ts';
import type { Part } from '../host/part.ts';
import { createHealthChecks, type PartRunner } from '../host/part-runner.ts';
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
  const machine = [node(), await folder(data), encryption(keys), ...childProcesses()];
  const findings = machine.some(hasFailed) ? machine : [...machine, ...(await diagnose(plan))];
  process.stdout.write(
    table(findings.map(({ name, status, ...said }) => [name, styleText(colours[status], status), advice(said)])),
  );
  return findings.some(hasFailed) ? 1 : 0;
}

function node(): Finding {
  return { name: 'Node.js', status: 'ok', detail: process.versions.node };
}

function encryption({ key, previousKeys }: Configuration['encryption']): Finding {
  const name = 'encryption';
  if (key === null) return { name, status: 'ok', detail: 'off: whoever can read the disk can read what is stored' };
  const former = previousKeys.map(keyId);
  const opened = former.length === 0 ? '' : `, opens what ${former.join(', ')} sealed`;
  return { name, status: 'ok', detail: `seals with the key ${keyId(key)}${opened}` };
}

/** What programs that read files of strangers are kept from. */
function childProcesses(): readonly Finding[] {
  return confinements().map(({ is, lacks }) => ({
    name: 'child processes',
    status: 'ok',
    detail: is,
    ...(lacks !== undefined && { hint: lacks }),
  }));
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
async function diagnose({ parts, runner }: Plan): Promise<readonly Finding[]> {
  const created: Part[] = [];
  const trials = new Map<Part, Promise<Trial>>();
  const tried = (part: Part): Promise<Trial> => {
    const trial = trials.get(part) ?? attempt(part, (need) => tried(providerOf(parts, need)), { runner, created });
    trials.set(part, trial);
    return trial;
  };
  const outcomes = [];
  for (const part of parts) outcomes.push({ part, trial: await tried(part) });
  const checked = created.map((part) =>
    part.diagnose === undefined ? part : { name: part.name, health: part.diagnose },
  );
  const health = await createHealthChecks(checked, diagnosisMs)();
  const found = outcomes.flatMap(({ part: { name }, trial }) => {
    const each = trial.works ? health[name] : trial.failure;
    return each === undefined ? [] : [{ name, ...each }];
  });
  const stopped = await runner.stop(created.toReversed()).then(() => [], failed);
  return [...found, ...stopped.map((health) => ({ name: 'stop', ...health }))];
}

function failed(thrown: unknown): readonly Health[] {
  return [{ status: 'failed', detail: thrown instanceof Error ? thrown.message : String(thrown) }];
}

/** The outcome of creating a part: its instances by kind, or why there are none. */
type Trial =
  | { readonly works: true; readonly provided: ReadonlyMap<symbol, unknown> }
  | { readonly works: false; readonly failure: Health };

async function attempt(
  part: Part,
  trialOf: (kind: symbol) => Promise<Trial>,
  { runner, created }: { readonly runner: PartRunner; readonly created: Part[] },
): Promise<Trial> {
  const needs: Record<string, unknown> = {};
  for (const [name, kind] of Object.entries(part.needs)) {
    const trial = await trialOf(kind.id);
    if (!trial.works) {
      return { works: false, failure: { status: 'failed', detail: `not tried, because it needs the ${kind.name}` } };
    }
    needs[name] = trial.provided.get(kind.id);
  }
  try {
    const instances = await runner.start(part.name, () => part.create(needs));
    created.push(part);
    const provided = Object.entries(part.provides).map(([name, kind]) => [kind.id, instances[name]] as const);
    return { works: true, provided: new Map(provided) };
  } catch (thrown) {
    return {
      works: false,
      failure: { status: 'failed', detail: thrown instanceof Error ? thrown.message : String(thrown) },
    };
  }
}

function providerOf(parts: readonly Part[], kind: symbol): Part {
  const provider = parts.find((part) => Object.values(part.provides).some(({ id }) => id === kind));
  if (provider === undefined) throw new Error(`nothing provides ${String(kind)}, which a plan should have refused`);
  return provider;
}
