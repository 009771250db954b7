import { Problem } from '../api/problem.ts';
import { unknownName } from '../api/text.ts';
import type { Automations, AutomationTrial } from '../kinds/automations.ts';
import type { Automation } from './automation.ts';

/** See `Automations.test`. */
export function tryAutomation(
  automations: ReadonlyMap<string, Automation>,
  name: string,
  { trigger: wanted, payload }: Parameters<Automations['test']>[1],
): AutomationTrial {
  const automation = automations.get(name);
  if (automation === undefined) {
    throw new Problem('not-found', { detail: `${unknownName('automation', name, [...automations.keys()])}.` });
  }
  const { triggers } = automation;
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
  const event = { trigger, payload: parsed.data };
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
