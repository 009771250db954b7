import { ApiError } from './api-error.ts';
import { i18n } from './i18n.ts';

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
