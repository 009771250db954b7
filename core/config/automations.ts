import { isMap, isScalar } from 'yaml';
import { z } from 'zod';
import { durationMs, isTimeZone, messageOf } from '../api/text.ts';
import type { ConfigurationProblems } from './problems.ts';
import { originOf, type Setting, type SettingPath, settingAt } from './settings.ts';
import { parseSettings } from './validate.ts';

/** When an automation runs. */
export type AutomationSource =
  | { readonly kind: 'triggers'; readonly triggers: readonly { readonly name: string; readonly path: SettingPath }[] }
  | ({ readonly kind: 'schedule' } & AutomationSchedule)
  | { readonly kind: 'folder'; readonly folder: string; readonly settleMs: number };

export interface AutomationSchedule {
  readonly cron: string;
  readonly timeZone: string;
  readonly clock: 'wall' | 'account';
}

/** An automation as it is configured. Its triggers, actions and expressions are not checked yet. */
export interface AutomationEntry {
  readonly name: string;
  /** Where it is configured: `['automations', name]`. */
  readonly path: SettingPath;
  /** Absolute; the folder that the folders in it are relative to. */
  readonly base: string;
  readonly on: AutomationSource;
  /** CEL; undefined: always. */
  readonly if: string | undefined;
  /** In order. */
  readonly do: readonly { readonly action: string; readonly input: unknown }[];
  readonly mode: 'queued' | 'parallel' | 'latest';
  /** Undefined: every account; for schedules and folders `default`. */
  readonly account: string | undefined;
}

const triggerName = z.string().min(1).describe('the name of a trigger');

const duration = z.string().transform((text, context) => {
  try {
    return durationMs(text);
  } catch (thrown) {
    context.issues.push({ code: 'custom', input: text, message: messageOf(thrown) });
    return z.NEVER;
  }
});

const folder = z.strictObject({
  folder: z.string().min(1).describe('the folder to watch, relative to this file'),
  settle: duration.default(5_000).describe('how long a file stays unchanged before it is taken; default 5s'),
});

const schedule = z.strictObject({
  cron: z.string().min(1).describe('minute, hour, day, month, weekday: "0 7 * * MON"'),
  timeZone: z
    .string()
    .refine(isTimeZone, 'expected a time zone such as Europe/Berlin')
    .default('UTC')
    .describe('the time zone of the times; default UTC'),
  clock: z.enum(['wall', 'account']).default('wall').describe('the clock that the times are of'),
});

const rest = {
  if: z.string().min(1).optional().describe('a condition in CEL; default: always'),
  do: z
    .array(z.record(z.string(), z.unknown(), 'expected an action such as { webhooks.send: { url: … } }'))
    .min(1)
    .describe('the actions, in order'),
  mode: z
    .enum(['queued', 'parallel', 'latest'])
    .default('queued')
    .describe('what an event does while the automation runs'),
  account: z.string().min(1).optional().describe('the account; default: every account'),
};

const on = { one: triggerName, list: z.array(triggerName).min(1).describe('the names of triggers') };

/** Automation names are part of workflow names and paths. */
const namePattern = /^[a-z0-9][a-z0-9-]{0,62}$/;

/** The automations of a configuration. Those with a wrong form are left out, and are in `problems`. */
export function automationEntries(root: Setting, problems: ConfigurationProblems): readonly AutomationEntry[] {
  const section = settingAt(root, ['automations']);
  if (section === undefined || (isScalar(section) && section.value === null)) return [];
  if (!isMap(section)) {
    problems.add(['automations'], 'expected automations, each with a name');
    return [];
  }
  return section.items.flatMap(({ key }) => automationEntry(root, key.value, problems) ?? []);
}

/** One of them. */
export function automationEntry(
  root: Setting,
  name: string,
  problems: ConfigurationProblems,
): AutomationEntry | undefined {
  const path = ['automations', name];
  if (!namePattern.test(name)) {
    problems.addName(path, 'the name of an automation has up to 63 lower-case letters, digits and "-"');
    return undefined;
  }
  const entry = settingAt(root, path);
  if (entry === undefined || !isMap(entry)) {
    problems.add(path, 'expected an automation such as { on: transcript.completed, do: [ … ] }');
    return undefined;
  }
  const before = problems.count;
  const parsed = parseSettings(
    root,
    path,
    z.strictObject({ on: onSchema(settingAt(root, [...path, 'on'])), ...rest }),
    problems,
  );
  parsed?.do.forEach((step, index) => {
    if (Object.keys(step).length !== 1) {
      problems.add([...path, 'do', index], 'expected one action, with one name; write further ones as further entries');
    }
  });
  if (parsed === undefined || problems.count > before) return undefined;
  return {
    name,
    path,
    base: originOf(entry).source.folder,
    on: sourceOf(parsed.on, [...path, 'on']),
    if: parsed.if,
    do: parsed.do.flatMap((step) => Object.entries(step).map(([action, input]) => ({ action, input: input ?? {} }))),
    mode: parsed.mode,
    account: parsed.account,
  };
}

/** The schema for the form in which `on` is written, so that a mistake is named and not the union of all forms. */
function onSchema(written: Setting | undefined) {
  if (written !== undefined && isMap(written)) return written.has('folder') ? folder : schedule;
  return written === undefined || isScalar(written) ? on.one : on.list;
}

function sourceOf(parsed: z.output<ReturnType<typeof onSchema>>, path: SettingPath): AutomationSource {
  if (typeof parsed === 'string') return { kind: 'triggers', triggers: [{ name: parsed, path }] };
  if ('folder' in parsed) return { kind: 'folder', folder: parsed.folder, settleMs: parsed.settle };
  if ('cron' in parsed) {
    return { kind: 'schedule', cron: parsed.cron, timeZone: parsed.timeZone, clock: parsed.clock };
  }
  return { kind: 'triggers', triggers: parsed.map((name, index) => ({ name, path: [...path, index] })) };
}
