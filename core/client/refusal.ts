import type { Fault, Refusal } from './error.ts';
import type { Finding } from './resources.ts';

/** RFC 9457, as the service writes it. */
interface Problem {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  readonly errors?: readonly Fault[];
  readonly findings?: readonly Finding[];
  readonly [member: string]: unknown;
}

const slugs = 'urn:chronoscribe:problem:';

/**
 * Reads a problem of the service. What is none, such as a proxy's page, is quoted, 200 characters of it.
 *
 * @param answered the status of the HTTP answer. In an event stream, which began well, the problem's own counts.
 */
export function readRefusal(answered: number, headers: Headers, body: string): Refusal {
  const requestId = headers.get('x-request-id') ?? undefined;
  const wait = headers.get('retry-after');
  // The service writes seconds. A proxy may write a date, which is taken for no word at all.
  const retryAfter = wait !== null && /^\d+$/.test(wait) ? Number(wait) : undefined;
  const problem = parsedJson(body);
  if (!isProblem(problem)) {
    const detail = `This is no answer of Chronoscribe; is there a proxy in between? It begins: ${body.slice(0, 200)}`;
    const code = `http-${answered}`;
    return { status: answered, code, detail, errors: [], findings: [], members: {}, requestId, retryAfter };
  }
  const { type, title: _, status, detail, errors = [], findings = [], ...members } = problem;
  return { status, code: type.slice(slugs.length), detail, errors, findings, members, requestId, retryAfter };
}

/** Undefined where the text is no JSON. */
export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isProblem(value: unknown): value is Problem {
  return (
    typeof value === 'object' &&
    value !== null &&
    'type' in value &&
    'status' in value &&
    'detail' in value &&
    typeof value.type === 'string' &&
    value.type.startsWith(slugs) &&
    typeof value.status === 'number' &&
    typeof value.detail === 'string'
  );
}
