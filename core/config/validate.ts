import { isMap, isScalar } from 'yaml';
import { z } from 'zod';
import { didYouMean, unknownName } from '../api/text.ts';
import type { ConfigurationProblems } from './problems.ts';
import { originOf, plainValue, type Setting, type SettingPath, settingAt } from './settings.ts';

/**
 * The settings at `path`, parsed by `schema`. A group that is absent or empty is parsed as `{}`.
 *
 * @param isKnown whether a fault is left out, since the value is not what is written there
 * @returns undefined if the schema refuses them; `problems` then has every fault
 */
export function parseSettings<S extends z.ZodType>(
  root: Setting,
  path: SettingPath,
  schema: S,
  problems: ConfigurationProblems,
  isKnown: (issue: z.core.$ZodIssue, path: SettingPath) => boolean = () => false,
): z.output<S> | undefined {
  const setting = settingAt(root, path);
  const parse = (meant: ReadonlySet<Setting>) =>
    schema.safeParse((setting && plainValue(setting, meant)) ?? {}, { error: (issue) => expectation(issue) });

  const asText = parse(new Set());
  if (asText.success) return asText.data;
  // Text from the environment may stand for a number: where the schema refuses the text, its meaning is tried.
  const refused = flatIssues(asText.error.issues).flatMap(
    (issue) => (setting && settingAt(setting, pathOf(issue))) ?? [],
  );
  const meant = refused.filter((scalar) => originOf(scalar).meaning !== undefined);
  const result = meant.length === 0 ? asText : parse(new Set(meant));
  if (result.success) return result.data;

  for (const issue of flatIssues(result.error.issues)) {
    if (!isKnown(issue, pathOf(issue))) report(issue, setting, path, schema, problems);
  }
  return undefined;
}

function report(
  issue: z.core.$ZodIssue,
  setting: Setting | undefined,
  base: SettingPath,
  schema: z.ZodType,
  problems: ConfigurationProblems,
): void {
  const path = pathOf(issue);
  const declared = schemasAt(schema, path);
  if (issue.code === 'unrecognized_keys') {
    const known = [...new Set(declared.flatMap(({ properties }) => Object.keys(properties ?? {})))];
    for (const name of issue.keys) problems.addName([...base, ...path, name], unknownName('setting', name, known));
    return;
  }
  const refused = setting && settingAt(setting, path);
  if (refused && originOf(refused).isUnresolved) return;
  const isOurMessage = issue.message === expectation(issue);
  const description = declared.find((schema) => schema.description)?.description?.replace(/\.$/, '');
  const about = description === undefined ? '' : ` (${description})`;
  const said = isOurMessage
    ? refused
      ? `${issue.message}${got(issue, refused)}`
      : `missing: ${issue.message}`
    : issue.message;
  problems.add([...base, ...path], `${said}${about}`);
}

/** The issues without nesting. Of a union, the issues of the only branch that has the value's form, if there is one. */
function flatIssues(
  issues: readonly z.core.$ZodIssue[],
  base: readonly PropertyKey[] = [],
): readonly z.core.$ZodIssue[] {
  return issues.flatMap((issue) => {
    const path = [...base, ...issue.path];
    if (issue.code === 'invalid_union') {
      const [fitting, other] = issue.errors.filter((branch) =>
        branch.every(({ code, path: at }) => at.length > 0 || code === 'unrecognized_keys'),
      );
      if (fitting && !other) return flatIssues(fitting, path);
    }
    if (issue.code === 'invalid_key' || issue.code === 'invalid_element') {
      return flatIssues(
        issue.issues.map((inner) => ({ ...inner, path: [] })),
        path,
      );
    }
    return [{ ...issue, path }];
  });
}

function pathOf(issue: z.core.$ZodIssue): SettingPath {
  return issue.path.map((name) => (typeof name === 'number' ? name : String(name)));
}

export type JsonSchema = z.core.JSONSchema.BaseSchema;

/** The JSON Schemas of the value at `path`: more than one if a union is on the way. */
export function schemasAt(schema: z.ZodType, path: SettingPath): readonly JsonSchema[] {
  const root = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  return path.reduce<readonly JsonSchema[]>(
    (schemas, name) => schemas.flatMap((of) => childrenOf(of, name)).flatMap(branchesOf),
    branchesOf(root),
  );
}

function childrenOf(
  { items, properties, additionalProperties }: JsonSchema,
  name: string | number,
): readonly JsonSchema[] {
  const child = typeof name === 'number' ? items : (properties?.[name] ?? additionalProperties);
  return typeof child === 'object' && !Array.isArray(child) ? [child] : [];
}

function branchesOf(schema: JsonSchema): readonly JsonSchema[] {
  return [schema, ...[schema.anyOf, schema.oneOf, schema.allOf].flatMap((inner) => (inner ?? []).flatMap(branchesOf))];
}

/** What was written instead. It shows neither values from the environment nor long texts. */
function got(issue: z.core.$ZodIssue, setting: Setting): string {
  const ofSize = issue.code === 'too_small' || issue.code === 'too_big' ? issue.origin : undefined;
  if (isMap(setting)) return ', got settings';
  if (!isScalar(setting)) return ofSize ? `, got ${setting.items.length}` : ', got a list';
  const { value } = setting;
  if (value === null || value === '') return ', got nothing';
  if (originOf(setting).variables?.length) return '';
  if (typeof value !== 'string' || ofSize === 'number') return `, got ${value}`;
  if (ofSize) return `, got ${value.length}`;
  if (issue.code === 'invalid_format' || value.length > 40) return ', got other text';
  const guess = issue.code === 'invalid_value' ? didYouMean(value, issue.values.map(String)) : '';
  return `, got ${JSON.stringify(value)}${guess}`;
}

type Issue = z.core.$ZodIssue | z.core.$ZodRawIssue;
type IssueOf<Code extends Issue['code']> = Extract<Issue, { code: Code }>;

/**
 * What a schema expects, in plain words: `expected a number`. Undefined if only the schema's own message can say it.
 */
export function expectation(issue: Issue): string | undefined {
  const expected = describe(issue);
  return expected && `expected ${expected}`;
}

function describe(issue: Issue): string | undefined {
  switch (issue.code) {
    case 'invalid_type':
      return typeNames[issue.expected] ?? `a ${issue.expected}`;
    case 'too_small':
      if (issue.origin === 'string' && issue.minimum === 1) return 'some text';
      return `${bound(issue, 'at least', 'more than')} ${amount(issue.origin, issue.minimum)}`;
    case 'too_big':
      return `${bound(issue, 'at most', 'less than')} ${amount(issue.origin, issue.maximum)}`;
    case 'not_multiple_of':
      return `a multiple of ${issue.divisor}`;
    case 'invalid_format':
      return describeFormat(issue);
    case 'invalid_value':
      return oneOf(issue.values);
    case 'invalid_union':
      return describeUnion(issue);
    default:
      return undefined;
  }
}

const typeNames: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  tuple: 'a list',
  object: 'settings, each with a name',
  record: 'settings, each with a name',
  null: 'nothing',
  undefined: 'nothing',
  never: 'nothing',
};

function bound({ inclusive, exact }: IssueOf<'too_small' | 'too_big'>, including: string, excluding: string): string {
  if (exact) return 'exactly';
  return inclusive === false ? excluding : including;
}

function amount(origin: string, count: number | bigint): string {
  if (origin === 'string') return count === 1 ? '1 character' : `${count} characters`;
  if (origin === 'array') return count === 1 ? '1 entry' : `${count} entries`;
  return String(count);
}

function describeFormat(issue: IssueOf<'invalid_format'>): string {
  switch (issue.format) {
    case 'url':
      return 'a URL such as https://example.org';
    case 'regex':
    case 'template_literal':
      return `text like ${issue.pattern}`;
    case 'starts_with':
      return `text that starts with ${JSON.stringify('prefix' in issue ? issue.prefix : '')}`;
    case 'ends_with':
      return `text that ends with ${JSON.stringify('suffix' in issue ? issue.suffix : '')}`;
    case 'includes':
      return `text that has ${JSON.stringify('includes' in issue ? issue.includes : '')} in it`;
    default:
      return `text in the form of ${issue.format}`;
  }
}

function oneOf(values: readonly unknown[]): string {
  return values.length === 1 ? String(values[0]) : `one of ${values.map(String).join(', ')}`;
}

function describeUnion(issue: IssueOf<'invalid_union'>): string | undefined {
  if ('options' in issue && Array.isArray(issue.options)) return oneOf(issue.options);
  const branches = issue.errors.map(([first]) => first && describe(first));
  return branches.includes(undefined) ? undefined : [...new Set(branches)].join(', or ') || undefined;
}
