import { isPluginScope, type PluginAuth } from '../api/access.ts';
import { messageOf, unknownName } from '../api/text.ts';
import type { AutomationEntry, AutomationSchedule } from '../config/automations.ts';
import type { SettingCheck } from '../config/configuration.ts';
import type { ConfigurationProblems } from '../config/problems.ts';
import type { SettingPath } from '../config/settings.ts';
import { cronTimes } from '../schedules/cron.ts';
import { type Automation, chainedWorkflow, createAutomation } from './automation.ts';
import {
  type Catalog,
  FileArrived,
  fileArrived,
  type OfferedAction,
  type OfferedTrigger,
  RunWorkflow,
  runWorkflow,
  ScheduleFired,
  scheduleFired,
} from './catalog.ts';
import { compileExpression, type Expression } from './expression.ts';
import { compileInput } from './input.ts';

/** Where problems with automations go. */
export interface CompileContext {
  readonly catalog: Catalog;
  readonly problems: ConfigurationProblems;
  readonly check: SettingCheck;
}

/** The automations of a configuration. Everything that is wrong with them is in `problems`. */
export function compileAutomations(
  entries: readonly AutomationEntry[],
  context: CompileContext,
): readonly Automation[] {
  return entries.flatMap((entry) => compileAutomation(entry, context) ?? []);
}

function compileAutomation(entry: AutomationEntry, context: CompileContext): Automation | undefined {
  const { problems } = context;
  const before = problems.count;
  const triggers = triggersOf(entry, context);
  const conditions = compileCondition(entry, triggers, problems);
  const actions = entry.do.flatMap((step, index) => {
    const path = [...entry.path, 'do', index, step.action];
    const action = offered(step, path, context);
    if (action === undefined) return [];
    const inputs = [...triggers].map(([trigger, { schema: payload }]) => {
      const place = { ...context, path, base: entry.base, input: action.input, payload };
      const template = compileInput(step.input, place);
      if (step.action !== runWorkflow) return [trigger, template] as const;
      return [trigger, (of: Parameters<typeof template>[0]) => RunWorkflow.parse(template(of)).input ?? null] as const;
    });
    const schema = step.action === runWorkflow ? null : action.input;
    const run = chainedWorkflow(action.run);
    return [{ name: step.action, auth: action.auth, schema, run, inputs: new Map(inputs) }];
  });
  if (problems.count > before) return undefined;
  const scopes = [...triggers.values(), ...actions].map(({ auth }) => auth);
  return createAutomation({
    entry,
    auth: strictest(scopes),
    triggers: new Map([...triggers].map(([name, { schema }]) => [name, schema])),
    conditions,
    actions,
  });
}

function triggersOf(
  { on, path }: AutomationEntry,
  { catalog, problems }: CompileContext,
): ReadonlyMap<string, OfferedTrigger> {
  switch (on.kind) {
    case 'schedule':
      checkTimes(on, path, problems);
      return new Map([[scheduleFired, { schema: ScheduleFired, auth: 'any' }]]);
    case 'folder':
      return new Map([[fileArrived, { schema: FileArrived, auth: 'clinical' }]]);
    case 'triggers':
      return new Map(
        on.triggers.flatMap(({ name, path }) => {
          const trigger = catalog.triggers.get(name);
          if (trigger !== undefined) return [[name, trigger] as const];
          const isFolder = name === fileArrived;
          const unknown = () => unknownName('trigger', name, [...catalog.triggers.keys()]);
          problems.add(path, isFolder ? 'a folder is watched with on: { folder: ./inbox }' : unknown());
          return [];
        }),
      );
    default:
      return on satisfies never;
  }
}

function checkTimes({ cron, timeZone }: AutomationSchedule, path: SettingPath, problems: ConfigurationProblems): void {
  try {
    cronTimes(cron, timeZone);
  } catch (thrown) {
    problems.add([...path, 'on', 'cron'], messageOf(thrown));
  }
}

/** The condition for each trigger. It must fit all of them. */
function compileCondition(
  { if: condition, path }: AutomationEntry,
  triggers: ReadonlyMap<string, OfferedTrigger>,
  problems: ConfigurationProblems,
): ReadonlyMap<string, Expression> {
  if (condition === undefined) return new Map();
  const compiled = new Map<string, Expression>();
  for (const [name, { schema }] of triggers) {
    const result = compileExpression(condition, schema);
    if ('message' in result)
      problems.add([...path, 'if'], `${result.message}${triggers.size > 1 ? `; in an event of ${name}` : ''}`);
    else if (result.type !== 'bool' && result.type !== 'dyn')
      problems.add([...path, 'if'], `a condition is true or false, and this is of the type ${result.type}`);
    else compiled.set(name, result);
  }
  return compiled;
}

function offered(
  { action: name, input }: AutomationEntry['do'][number],
  path: SettingPath,
  { catalog, problems }: CompileContext,
): OfferedAction | undefined {
  if (name === runWorkflow) return offeredWorkflow(input, path, catalog, problems);
  const action = catalog.actions.get(name);
  if (action === undefined)
    problems.addName(path, unknownName('action', name, [...catalog.actions.keys(), runWorkflow]));
  return action;
}

/** The workflow that `workflows.run` names. */
function offeredWorkflow(
  input: unknown,
  path: SettingPath,
  { workflows }: Catalog,
  problems: ConfigurationProblems,
): OfferedAction | undefined {
  const name = typeof input === 'object' && input !== null && 'workflow' in input ? input.workflow : undefined;
  const found = workflows.get(String(name));
  if (found !== undefined) return { input: RunWorkflow, run: found.workflow, auth: found.auth };
  const message =
    typeof name === 'string' && !name.startsWith('=')
      ? unknownName('workflow', name, [...workflows.keys()])
      : 'the name of a workflow is written out here; it cannot be an expression';
  problems.add([...path, 'workflow'], message);
  return undefined;
}

/** The scope of the runs of an automation: clinical if anything in it is, and `admin` for those of two plugins. */
function strictest(scopes: readonly PluginAuth[]): PluginAuth {
  const [own, another] = new Set(scopes.filter(isPluginScope));
  const order: readonly PluginAuth[] = [
    ...(['clinical', 'operator', 'admin', 'administration'] as const),
    ...(own === undefined ? [] : [own]),
    ...(['time', 'any', 'session', 'public'] as const),
  ];
  const found = order.find((scope) => scopes.includes(scope)) ?? 'admin';
  return found === own && another !== undefined ? 'admin' : found;
}
