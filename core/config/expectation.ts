import type { z } from 'zod';

type Issue = z.core.$ZodIssue | z.core.$ZodRawIssue;

/** What a schema wanted, in plain words: `expected a number`. Undefined where only the schema's own message can say it. */
export function expectation(issue: Issue): string | undefined {
  switch (issue.code) {
    case 'invalid_type':
      return `expected ${typeInWords(issue.expected)}`;
    case 'too_small':
      return tooSmall(issue);
    case 'too_big':
      return tooBig(issue);
    case 'not_multiple_of':
      return `expected a multiple of ${issue.divisor}`;
    case 'invalid_format':
      return `expected ${formatInWords(issue)}`;
    case 'invalid_value':
      return `expected ${oneOf(issue.values)}`;
    case 'invalid_union':
      return unionInWords(issue);
    default:
      return undefined;
  }
}

function typeInWords(expected: string): string {
  switch (expected) {
    case 'string':
      return 'text';
    case 'number':
      return 'a number';
    case 'int':
      return 'a whole number';
    case 'boolean':
      return 'true or false';
    case 'array':
    case 'tuple':
      return 'a list';
    case 'object':
    case 'record':
      return 'settings, each with a name';
    case 'null':
    case 'undefined':
    case 'never':
      return 'nothing';
    default:
      return `a ${expected}`;
  }
}

function tooSmall({ origin, minimum, inclusive, exact }: Extract<Issue, { code: 'too_small' }>): string {
  const bound = exact ? 'exactly' : inclusive === false ? 'more than' : 'at least';
  if (origin === 'string' && minimum === 1) return 'expected some text';
  return `expected ${bound} ${amount(origin, minimum)}`;
}

function tooBig({ origin, maximum, inclusive, exact }: Extract<Issue, { code: 'too_big' }>): string {
  const bound = exact ? 'exactly' : inclusive === false ? 'less than' : 'at most';
  return `expected ${bound} ${amount(origin, maximum)}`;
}

function amount(origin: string, count: number | bigint): string {
  if (origin === 'string') return count === 1 ? '1 character' : `${count} characters`;
  if (origin === 'array') return count === 1 ? '1 entry' : `${count} entries`;
  return String(count);
}

function formatInWords(issue: Extract<Issue, { code: 'invalid_format' }>): string {
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
  const shown = values.map(String);
  return shown.length === 1 ? `${shown[0]}` : `one of ${shown.join(', ')}`;
}

function unionInWords(issue: Extract<Issue, { code: 'invalid_union' }>): string | undefined {
  if ('options' in issue && Array.isArray(issue.options)) return `expected ${oneOf(issue.options)}`;
  const wanted = issue.errors.map((branch) => branch[0] && expectation(branch[0]));
  if (wanted.length === 0 || wanted.includes(undefined)) return undefined;
  return `expected ${[...new Set(wanted.map((words) => words?.replace(/^expected /, '')))].join(', or ')}`;
}
