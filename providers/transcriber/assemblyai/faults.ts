import type { IncomingMessage } from 'node:http';
import { Problem, parseJson } from 'chronoscribe';
import { z } from 'zod';
import { answeredBy, commonRefusal, type RequestName } from '../service-problems.ts';

/** What problems call it, and whose settings are to be mended. */
export const assemblyAi = { server: 'AssemblyAI', transcriber: 'assemblyai' };

/** The problem for a response with status 300 or more. */
export function refusal(
  name: RequestName,
  { statusCode: status = 0, headers }: IncomingMessage,
  body: string,
): Problem {
  const retryAfter = headers['retry-after'] ?? headers['x-ratelimit-reset']?.toString();
  const common = commonRefusal(name, {
    status,
    retryAfter,
    reason: '',
    limit: '; the limit belongs to the account there',
  });
  if (common !== undefined) return common;
  return new Problem('provider-failed', { detail: `${answeredBy(name, status)}${reason(body)}.` });
}

/** A vendor's message that can be shown: one short line without URLs, which may give access to an upload. */
export function safeMessage(message: string): string {
  return message
    .replace(/\bhttps?:\/\/\S+/gi, '(address)')
    .replace(/[\p{C}\s]+/gu, ' ')
    .trim()
    .slice(0, 200);
}

function reason(body: string): string {
  const said = z.object({ error: z.string() }).safeParse(parseJson(body));
  return said.success ? `: ${safeMessage(said.data.error)}` : '';
}
