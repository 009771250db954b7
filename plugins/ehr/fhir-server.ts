import { type DeliveryOutcome, parseJson, parseRetryAfter } from 'chronoscribe/host';
import { z } from 'zod';

/** A FHIR R4 server and how to connect to it. */
export interface FhirServer {
  /** Base URL, without a trailing slash. */
  readonly server: string;
  /** Sent as `Authorization: Bearer …`. */
  readonly token?: string | undefined;
  /** Limit for one request and its response together. */
  readonly timeoutMs: number;
}

const Document = z.object({ identifier: z.object({ system: z.string(), value: z.string() }) });

/** The only field of a response that is used; the rest may hold the whole document. */
const Resource = z.object({ resourceType: z.string() });

/**
 * Creates a document at `[base]/Bundle` unless one with its identifier exists (conditional create,
 * hl7.org/fhir/R4/http.html#ccreate), so that a document whose response was lost is not stored twice. The server
 * assigns the id; many reject a `PUT` with a client's id.
 *
 * @param document as JSON
 * @returns the outcome of this attempt
 * @throws the reason of `signal` once that aborts
 */
export async function createDocument(
  { server, token, timeoutMs }: FhirServer,
  document: string,
  signal: AbortSignal,
): Promise<DeliveryOutcome> {
  const { system, value } = Document.parse(JSON.parse(document)).identifier;
  const limit = AbortSignal.timeout(timeoutMs);
  try {
    const response = await fetch(`${server}/Bundle`, {
      method: 'POST',
      body: document,
      headers: {
        'content-type': 'application/fhir+json; charset=utf-8',
        accept: 'application/fhir+json',
        prefer: 'return=minimal',
        'if-none-exist': `identifier=${system}|${value}`,
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
      },
      redirect: 'manual',
      signal: AbortSignal.any([signal, limit]),
    });
    return await outcomeOf(response);
  } catch (thrown) {
    signal.throwIfAborted();
    if (limit.aborted) return retryLater(`The FHIR server did not answer within ${timeoutMs / 1000} s.`);
    return retryLater(`The FHIR server could not be reached, or closed the connection${systemErrorCode(thrown)}.`);
  }
}

async function outcomeOf(response: Response): Promise<DeliveryOutcome> {
  const { status } = response;
  if (status < 300)
    return (await isCreated(response))
      ? { outcome: 'delivered' }
      : retryLater(`The response with ${status} is not from a FHIR server.`);
  if (status === 408 || status === 429 || status >= 500) {
    await response.body?.cancel();
    return retryLater(`The FHIR server answered with ${status}.`, parseRetryAfter(response.headers.get('retry-after')));
  }
  const reason = `The FHIR server answered with ${status}`;
  if (status < 400) return { outcome: 'refused', reason: `${reason}, a redirection; redirections are not followed.` };
  if (status === 401 || status === 403) return { outcome: 'refused', reason: `${reason}: it rejects the token.` };
  return { outcome: 'refused', reason: `${reason}${await issueCodes(response)}.` };
}

/** A created document has a location. If it existed before, a server may return the document instead. */
async function isCreated(response: Response): Promise<boolean> {
  if (/\bBundle\/[^/]/.test(response.headers.get('location') ?? '')) {
    await response.body?.cancel();
    return true;
  }
  return Resource.safeParse(parseJson(await response.text())).success;
}

const retryLater = (reason: string, retryAfter?: number): DeliveryOutcome => ({ outcome: 'later', reason, retryAfter });

/** The code of a failed system call, ` (ECONNREFUSED)`, which contains nothing of the document. */
function systemErrorCode(thrown: unknown): string {
  const cause = thrown instanceof Error ? thrown.cause : undefined;
  const code = z.object({ code: z.string().regex(/^[A-Z_]+$/) }).safeParse(cause);
  return code.success ? ` (${code.data.code})` : '';
}

/** hl7.org/fhir/R4/valueset-issue-type.html. Messages next to a code may quote the note; the code cannot. */
const issueTypes = (
  'invalid structure required value invariant security login unknown expired forbidden suppressed processing not-supported duplicate ' +
  'multiple-matches not-found deleted too-long code-invalid extension too-costly business-rule conflict transient lock-error no-store ' +
  'exception timeout incomplete throttled informational'
).split(' ');
const OperationOutcome = z.object({ issue: z.array(z.object({ code: z.enum(issueTypes) })).min(1) });

/** The error codes of an OperationOutcome: ` (structure, required)`. */
async function issueCodes(response: Response): Promise<string> {
  const said = OperationOutcome.safeParse(await response.json().catch(() => undefined));
  return said.success ? ` (${[...new Set(said.data.issue.map(({ code }) => code))].join(', ')})` : '';
}
