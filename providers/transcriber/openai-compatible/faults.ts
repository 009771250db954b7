import type { IncomingMessage } from 'node:http';
import { Problem } from 'chronoscribe';
import { parseJson } from 'chronoscribe/host';
import { z } from 'zod';
import { answeredBy, commonRefusal, type RequestName } from '../service.ts';

/** The problem for a response with status 300 or more. */
export function refusal(name: RequestName, { statusCode = 0, headers }: IncomingMessage, body: string): Problem {
  const code = codeOf(body);
  const reason = code === undefined ? '' : ` (${code})`;
  const answered = `${answeredBy(name, statusCode)}${reason}`;
  if (statusCode === 404) {
    const mend = 'Check the settings `baseUrl`, which ends with /v1, and `model`';
    return new Problem('provider-unavailable', {
      detail: `${answered}. ${mend} of the transcriber openai-compatible.`,
    });
  }
  if (statusCode === 413) {
    const mend = 'Lower the setting `maxUploadBytes` of the transcriber openai-compatible';
    return new Problem('provider-failed', { detail: `${answered}: too large. ${mend}.` });
  }
  if (statusCode === 429 && code === 'insufficient_quota') {
    return new Problem('provider-unavailable', { detail: `${answered}: the account there has no credit left.` });
  }
  const common = commonRefusal(name, { status: statusCode, retryAfter: headers['retry-after'], reason });
  if (common !== undefined) return common;
  return new Problem('provider-failed', {
    detail: `${answered}. Check the settings \`model\` and \`responseFormat\`, and its log for the reason.`,
  });
}

/** A server's error code. Its message is not used: it may quote clinical text. */
function codeOf(body: string): string | undefined {
  const code = refusalBody.safeParse(parseJson(body)).data?.error.code;
  return code != null && /^[a-z][a-z_]{1,60}$/.test(code) ? code : undefined;
}

/** The error code in OpenAI's format. */
const refusalBody = z.object({ error: z.object({ code: z.string().nullish() }) });
