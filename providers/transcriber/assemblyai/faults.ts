import { Problem } from 'chronoscribe';
import { z } from 'zod';
import { answeredBy, commonRefusal, type RequestName } from '../service.ts';

/** @param request completes the sentence "AssemblyAI answered …" */
export function requestName(request: string): RequestName {
  return { server: 'AssemblyAI', request, transcriber: 'assemblyai' };
}

/** The problem for a response with status 300 or more. */
export async function refusal(response: Response, name: RequestName): Promise<Problem> {
  const { status, headers } = response;
  const retryAfter = headers.get('retry-after') ?? headers.get('x-ratelimit-reset');
  const common = commonRefusal(name, {
    status,
    retryAfter,
    reason: '',
    limit: '; the limit belongs to the account there',
  });
  if (common !== undefined) return common;
  return new Problem('provider-failed', { detail: `${answeredBy(name, status)}${await reason(response)}.` });
}

/** A vendor's message that can be shown: one short line without URLs, which may give access to an upload. */
export function safeMessage(message: string): string {
  return message
    .replace(/\bhttps?:\/\/\S+/gi, '(address)')
    .replace(/[\p{C}\s]+/gu, ' ')
    .trim()
    .slice(0, 200);
}

async function reason(response: Response): Promise<string> {
  const said = z.object({ error: z.string() }).safeParse(await response.json().catch(() => undefined));
  return said.success ? `: ${safeMessage(said.data.error)}` : '';
}
