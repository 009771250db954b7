import type { z } from 'zod';

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
