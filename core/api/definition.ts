import { z } from 'zod';
import { type PluginAuth, scopeSchemas, scopes } from './access.ts';
import { jsonFault } from './json.ts';
import { authorsFrame } from './logger.ts';
import { didYouMean, isObject, unknownName, valueAt } from './text.ts';

/**
 * Refuses a definition as wrong settings are refused: everything that is wrong with it at once, and where it is written.
 *
 * @param what it is, for the message: `plugin "notes"`
 * @throws Error such as `plugin "notes": unknown member "need"; known: …; did you mean "needs"? [at …/index.ts:4:16]`
 */
export function checkDefinition(what: string, schema: z.ZodType, definition: unknown): void {
  const { error } = schema.safeParse(definition);
  if (error === undefined) return;
  const faults = error.issues.flatMap((issue) => {
    const path = issue.path.join('.');
    const inside = path === '' ? '' : `${path}: `;
    if (issue.code !== 'unrecognized_keys') return `${inside}${faultOf(issue, valueAt(definition, issue.path))}`;
    return issue.keys.map((key) => `${inside}${unknownMember(key, memberNames(schema, issue.path))}`);
  });
  throw definitionError(`${what}: ${faults.join('; ')}`);
}

/** What zod calls what is expected, in the words of an author. */
const expected = {
  ...{ array: 'a list', boolean: 'true or false', int: 'a whole number', nonoptional: 'a value', number: 'a number' },
  ...{ object: 'an object', record: 'an object', string: 'a text' },
} as const;

function faultOf(issue: z.core.$ZodIssue, given: unknown): string {
  if (issue.code === 'invalid_type') {
    const name = issue.expected;
    return `expected ${name in expected ? expected[name as keyof typeof expected] : name}, got ${shown(given)}`;
  }
  if (issue.code === 'too_small' && given === '') return 'expected a text that is not empty';
  if (issue.code !== 'invalid_value') return issue.message.replace(/^Invalid \w+: /, '');
  const known = issue.values.map(String);
  return `expected one of ${known.join(', ')}, got ${shown(given)}`;
}

/** An error with the place in the author's code that led to it. */
export function definitionError(message: string): Error {
  const frame = authorsFrame(new Error(message));
  return new Error(frame === undefined ? message : `${message} [${frame}]`);
}

/** Who writes `onStart` means `start`. */
function unknownMember(name: string, known: readonly string[]): string {
  const hook = /^on[A-Z]/.test(name) ? didYouMean(name.slice(2), known) : '';
  return `${unknownName('member', name, known)}${hook}`;
}

function memberNames(schema: unknown, path: readonly PropertyKey[]): readonly string[] {
  const [name, ...rest] = path;
  if (schema instanceof z.ZodOptional) return memberNames(schema.unwrap(), path);
  if (schema instanceof z.ZodRecord) return memberNames(schema.valueType, rest);
  if (!(schema instanceof z.ZodObject)) return [];
  return name === undefined ? Object.keys(schema.shape) : memberNames(schema.shape[String(name)], rest);
}

/** A member that only a function can check. @param expected what it should be, after "expected" */
export function member(expected: string, fits: (value: unknown) => boolean) {
  return z.custom(fits, { error: ({ input }) => `expected ${expected}, got ${shown(input)}` });
}

/** A value in a message. */
export function shown(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value);
  if (typeof value === 'function') return 'a function';
  if (typeof value !== 'object' || value === null) return value === undefined ? 'nothing' : String(value);
  if (value instanceof z.ZodType) return `a z.${value.type}(…)`;
  if ('~standard' in value || '_def' in value) return `a schema of ${'_zod' in value ? 'zod/mini' : 'another library'}`;
  if ('step' in value) return 'a workflow without .answer(…) at its end';
  const type = Object.prototype.toString.call(value).slice('[object '.length, -1);
  return { Object: 'an object', Array: 'a list', Promise: 'a promise' }[type] ?? `a ${type}`;
}

const zod4 = 'of zod 4 (import { z } from "zod"; see that package.json has zod 4)';

export const callable = member('a function', (value) => typeof value === 'function');
export const name = z.string().min(1);
export const anySchema = member(`a schema ${zod4}`, (value) => value instanceof z.ZodType);
export const objectSchema = member(`a z.object(…) ${zod4}`, (value) => value instanceof z.ZodObject);
/** The kinds that something needs or provides. One that is nothing is often misspelt where it is imported. */
export const kinds = z.record(
  z.string(),
  member(
    'a kind, as defineKind(…) returns it (is it exported under this name?)',
    (value) => isObject(value) && typeof value.id === 'symbol' && typeof value.name === 'string',
  ),
);

export const auths: readonly PluginAuth[] = [...scopes, 'administration', 'any', 'session', 'public'];
const isAuth = (value: unknown) =>
  auths.some((known) => known === value) || scopeSchemas.ofPlugin.safeParse(value).success;
/** Whether a plugin brings a scope of the form that those have is known once all have started. */
export const auth = z.custom<PluginAuth>(isAuth, {
  error: ({ input }) =>
    typeof input === 'string' ? unknownName('scope', input, auths) : `expected one of ${auths.join(', ')}`,
});

export const finished = member(
  'a workflow that ends with .answer((last) => ({ body: last, location: "/…" }))',
  (value) => isObject(value) && Array.isArray(value.nodes) && typeof value.answer === 'function' && !('step' in value),
);

export const extension = member(
  'what add(…) of an extension point returns',
  (value) => isObject(value) && isObject(value.point) && typeof value.point.id === 'symbol' && 'value' in value,
);

/** What is stored as JSON, so that nothing of it is lost on the way. */
export const json = z.unknown().superRefine((value, context) => {
  const fault = jsonFault(value);
  if (fault !== undefined) context.addIssue({ code: 'custom', message: `${fault}, which is not JSON` });
});

export const clockName = z.enum(['wall', 'account']);
export const priority = z.int().min(-100).max(100).optional();

/** What the functions of a plugin return. */
export const declared = {
  workflows: z.record(z.string(), finished),
  extends: z.array(extension),
  actions: z.record(z.string(), z.strictObject({ input: objectSchema, run: finished })),
  schedules: z.record(
    z.string(),
    z.strictObject({
      ...{ cron: name, timeZone: name.optional(), clock: clockName.optional(), run: finished, input: json },
      ...{ missed: z.enum(['latest', 'all', 'none']).optional(), account: name.optional() },
      overlap: z.enum(['parallel', 'skip', 'queue', 'cancel']).optional(),
    }),
  ),
  routes: z.array(member('what route(…) returns', (value) => isObject(value) && Array.isArray(value.problems))),
};
