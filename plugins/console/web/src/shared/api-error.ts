import { i18n } from './i18n.ts';

/** What the API says about one field, or about the request if `field` is empty. */
interface Issue {
  /** Path of the field in the body or the query, such as `patient.birth_date`. */
  readonly field: string;
  /** The API's own words. */
  readonly message: string;
}

/** An answer of the API that is an error, or a request that did not reach it. */
export class ApiError extends Error {
  /** HTTP status; 0 if the host was not reached. */
  readonly status: number;
  /** The API's code, such as `version_conflict`; `unreachable` if the host was not reached. */
  readonly code: string;
  readonly issues: readonly Issue[];
  /** The whole body, for errors that carry more, such as `changes` of a conflict. */
  readonly body: unknown;

  constructor(status: number, code: string, issues: readonly Issue[], body: unknown) {
    super(issues.map(({ message }) => message).join(' ') || code);
    this.name = 'ApiError';
    this.status = status;
    this.code = code;
    this.issues = issues;
    this.body = body;
  }

  /** What the API says about a field and its parts; undefined if nothing. */
  about(field: string): string | undefined {
    const found = this.issues.filter((issue) => issue.field === field || issue.field.startsWith(`${field}.`));
    const texts = found.map((issue) => [issue.field.slice(field.length + 1), issue.message].filter(Boolean).join(': '));
    return texts.length === 0 ? undefined : texts.join(' ');
  }
}

/** What a type of problem means to a person, in the language of the page. @param status of the answer, for a type of a plugin */
export function problemSentence(type: string, status: number): string {
  const types = [type.replaceAll('_', '-'), status >= 500 ? 'internal' : 'invalid-request'];
  return i18n.t(types, { ns: 'problems' });
}

/** What went wrong, for a person. */
export function sentenceOf(error: unknown): string {
  if (!(error instanceof ApiError)) return error instanceof Error ? error.message : String(error);
  return error.status === 0 ? i18n.t('error.unreachable') : problemSentence(error.code, error.status);
}
