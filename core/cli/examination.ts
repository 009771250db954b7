import type { Health } from '../api/provider.ts';
import { createHealthChecks } from '../host/health-checks.ts';
import type { Part } from '../host/part.ts';

/** What was found of one part. */
export interface Finding extends Health {
  readonly name: string;
}

/**
 * Creates every part and asks it how it is, and stops all of them again. Unlike a start it goes on after a part that fails, so that everything that
 * is wrong is found at once; only what needs such a part is not tried.
 *
 * @param parts fit together (see `misfits`).
 */
export async function examine(parts: readonly Part[]): Promise<readonly Finding[]> {
  const created: Part[] = [];
  const trials = new Map<Part, Promise<Trial>>();
  const tried = (part: Part): Promise<Trial> => {
    const trial = trials.get(part) ?? attempt(part, (need) => tried(providerOf(parts, need)), created);
    trials.set(part, trial);
    return trial;
  };
  try {
    const outcomes = [];
    for (const part of parts) outcomes.push({ part, trial: await tried(part) });
    const health = await createHealthChecks(created)();
    return outcomes.flatMap(({ part: { name }, trial }) => {
      const found = trial.works ? health[name] : trial.failure;
      return found === undefined ? [] : [{ name, ...found }];
    });
  } finally {
    for (const part of created.toReversed()) await part.stop();
  }
}

/** How a part's creation went: what it provides, by kind, or why there is nothing. */
type Trial =
  | { readonly works: true; readonly provided: ReadonlyMap<symbol, unknown> }
  | { readonly works: false; readonly failure: Health };

async function attempt(part: Part, trialOf: (kind: symbol) => Promise<Trial>, created: Part[]): Promise<Trial> {
  const needs: Record<string, unknown> = {};
  for (const [name, kind] of Object.entries(part.needs)) {
    const trial = await trialOf(kind.id);
    if (!trial.works) {
      return { works: false, failure: { status: 'failed', detail: `not tried, because it needs the ${kind.name}` } };
    }
    needs[name] = trial.provided.get(kind.id);
  }
  try {
    const instances = await part.create(needs);
    created.push(part);
    const provided = Object.entries(part.provides).map(([name, kind]) => [kind.id, instances[name]] as const);
    return { works: true, provided: new Map(provided) };
  } catch (thrown) {
    return { works: false, failure: { status: 'failed', detail: thrown instanceof Error ? thrown.message : String(thrown) } };
  }
}

function providerOf(parts: readonly Part[], kind: symbol): Part {
  const provider = parts.find((part) => Object.values(part.provides).some(({ id }) => id === kind));
  if (provider === undefined) throw new Error(`nothing provides ${String(kind)}, which a plan should have refused`);
  return provider;
}
