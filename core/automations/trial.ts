import { mayCall } from '../api/access.ts';
import { Problem } from '../api/problem.ts';
import { unknownName } from '../api/text.ts';
import type { AutomationOutlook, Automations, AutomationTrial, PastEvent } from '../kinds/automations.ts';
import type { RunReader } from '../kinds/runs.ts';
import { cronTimes } from '../schedules/cron.ts';
import type { Automation } from './automation.ts';
import type { Catalog } from './catalog.ts';

/** How many events of the past, and times to come, are shown. */
const shownEvents = 10;
const shownTimes = 5;

/** Says what events of a trigger happened in an account, newest first. */
export type LatestEvents = (account: string, limit: number) => Promise<readonly PastEvent[]>;

/** See `Automations.outlook`. */
export async function outlookOf(
  automation: Automation,
  { account, scopes }: RunReader,
  known: { readonly triggers: Catalog['triggers']; readonly latest: ReadonlyMap<string, LatestEvents> },
  now: number,
): Promise<AutomationOutlook> {
  const { on } = automation.entry;
  if (on.kind === 'schedule') {
    const { next } = cronTimes(on.cron, on.timeZone);
    const times: number[] = [];
    for (let at = next(now); at !== null && times.length < shownTimes; at = next(at)) times.push(at);
    return { next: times, past: [] };
  }
  const readable = [...automation.triggers.keys()].filter((trigger) => {
    const offered = known.triggers.get(trigger);
    return offered !== undefined && mayCall(scopes, offered.auth);
  });
  const found = await Promise.all(
    readable.map(async (trigger) => {
      const events = (await known.latest.get(trigger)?.(account, shownEvents)) ?? [];
      return events.map(({ at, payload }) => ({ at, trigger, payload, ...trialOf(automation, { trigger, payload }) }));
    }),
  );
  const past = found.flat().toSorted((one, other) => other.at - one.at);
  return { next: [], past: past.slice(0, shownEvents) };
}

/** The condition and the inputs of an automation for an event. */
export function trialOf(
  automation: Automation,
  event: { readonly trigger: string; readonly payload: Readonly<Record<string, unknown>> },
): AutomationTrial {
  const condition = attempt(() => automation.condition(event));
  return {
    condition: condition.value ?? null,
    error: condition.error,
    actions: automation.actions.map((action) => {
      const { value, error } = attempt(() => action.input(event));
      return { action: action.name, input: value ?? null, error };
    }),
  };
}

/** An event that somebody gives. @throws Problem `invalid-request` if it is none of the automation's */
export function eventFor({ triggers }: Automation, { trigger: wanted, payload }: Parameters<Automations['test']>[1]) {
  const [only = ''] = triggers.keys();
  if (wanted === undefined && triggers.size > 1) {
    throw wrong('trigger', `Say which one: ${[...triggers.keys()].join(', ')}`);
  }
  const trigger = wanted ?? only;
  const schema = triggers.get(trigger);
  if (schema === undefined) throw wrong('trigger', unknownName('trigger', trigger, [...triggers.keys()]));
  const parsed = schema.strict().safeParse(payload);
  if (!parsed.success) {
    const errors = parsed.error.issues.map(({ path, message, code }) => ({
      in: 'body' as const,
      path: ['payload', ...path.map((step) => (typeof step === 'number' ? step : String(step)))],
      detail: message,
      type: code,
    }));
    const reasons = errors.map(({ path, detail }) => `${path.join('.')}: ${detail}`).join('; ');
    throw new Problem('invalid-request', { detail: `This is no ${trigger}: ${reasons}`, errors });
  }
  return { trigger, payload: parsed.data };
}

function attempt<T>(work: () => T): { readonly value?: T; readonly error: string | null } {
  try {
    return { value: work(), error: null };
  } catch (thrown) {
    if (thrown instanceof Problem) return { error: thrown.detail };
    throw thrown;
  }
}

function wrong(field: string, detail: string): Problem {
  return new Problem('invalid-request', {
    detail: `${field}: ${detail}`,
    errors: [{ in: 'body', path: [field], detail, type: 'invalid_value' }],
  });
}
