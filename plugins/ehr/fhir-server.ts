import { type Outcome, parseRetryAfter } from 'chronoscribe';
import { z } from 'zod';

/** A FHIR R4 server and how it is spoken to. */
export interface FhirServer {
  /** Base address, without a slash at its end. */
  readonly server: string;
  /** Sent as `Authorization: Bearer …`. */
  readonly token?: string | undefined;
  /** How long one exchange may take in all. */
  readonly timeoutMs: number;
}

const Document = z.object({ identifier: z.object({ system: z.string(), value: z.string() }) });

/** An answer that has these words and no others: more would hold the whole document, and is not wanted. */
const Resource = z.object({ resourceType: z.string() });

/**
 * Creates a document at `[base]/Bundle`, unless one with its identifier is there (conditional create, hl7.org/fhir/R4/http.html#ccreate): so a
 * document that arrived without our hearing of it is not kept twice. Ids are the server's own to give; many refuse a `PUT` that brings one.
 *
 * @param document as JSON
 * @throws the reason of `signal` when that aborts
 */
export async function createDocument(
  { server, token, timeoutMs }: FhirServer,
  document: string,
  signal: AbortSignal,
): Promise<Outcome> {
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
    return retryLater(`The FHIR server could not be reached, or broke off${systemErrorCode(thrown)}.`);
  }
}

async function outcomeOf(response: Response): Promise<Outcome> {
  const { status } = response;
  if (status < 300)
    return (await isCreated(response)) ? { outcome: 'delivered' } : retryLater(`What answers with ${status} is no FHIR server.`);
  if (status === 408 || status === 429 || status >= 500) {
    await response.body?.cancel();
    return retryLater(`The FHIR server answered with ${status}.`, parseRetryAfter(response.headers.get('retry-after')));
  }
  const reason = `The FHIR server answered with ${status}`;
  if (status < 400) return { outcome: 'refused', reason: `${reason}, a redirection, which is not followed.` };
  if (status === 401 || status === 403) return { outcome: 'refused', reason: `${reason}: it does not take the token.` };
  return { outcome: 'refused', reason: `${reason}${await issueCodes(response)}.` };
}

/** A created document has an address; where one was there already a server may answer with that document instead. */
async function isCreated(response: Response): Promise<boolean> {
  if (/\bBundle\/[^/]/.test(response.headers.get('location') ?? '')) {
    await response.body?.cancel();
    return true;
  }
  const text = await response.text();
  try {
    return Resource.safeParse(JSON.parse(text)).success;
  } catch {
    return false; // No JSON: what it is instead does not matter.
  }
}

function retryLater(reason: string, retryAfter?: number): Outcome {
  return { outcome: 'later', reason, retryAfter };
}

/** ` (ECONNREFUSED)`: the name of a failed system call says nothing of what was sent. */
function systemErrorCode(thrown: unknown): string {
  const cause = thrown instanceof Error ? thrown.cause : undefined;
  const code = z.object({ code: z.string().regex(/^[A-Z_]+$/) }).safeParse(cause);
  return code.success ? ` (${code.data.code})` : '';
}

/** hl7.org/fhir/R4/valueset-issue-type.html. The words beside a code may quote the note, the code cannot. */
const issueTypes = (
  'invalid structure required value invariant security login unknown expired forbidden suppressed processing not-supported duplicate ' +
  'multiple-matches not-found deleted too-long code-invalid extension too-costly business-rule conflict transient lock-error no-store ' +
  'exception timeout incomplete throttled informational'
).split(' ');
const OperationOutcome = z.object({ issue: z.array(z.object({ code: z.enum(issueTypes) })).min(1) });

/** What the server says is wrong, by the codes of its OperationOutcome: ` (structure, required)`. */
async function issueCodes(response: Response): Promise<string> {
  const said = OperationOutcome.safeParse(await response.json().catch(() => undefined));
  return said.success ? ` (${[...new Set(said.data.issue.map(({ code }) => code))].join(', ')})` : '';
}
