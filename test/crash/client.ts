/** What is sent to a host. */
export interface Call {
  readonly method: string;
  readonly path: string;
  readonly key: string;
  readonly json?: unknown;
  /** Made anew for each try, since a form can be read once. */
  readonly form?: () => FormData;
  readonly body?: string | Uint8Array<ArrayBuffer>;
  readonly headers?: Readonly<Record<string, string>>;
}

/** An answer that came whole. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** Undefined where the answer is no JSON. */
  readonly json: unknown;
}

/** One event of a stream. */
export interface Told {
  readonly event: string;
  readonly data: unknown;
}

/** The host went away before its answer was whole: what was asked for may have been done. */
export class Unanswered extends Error {
  override readonly name = 'Unanswered';
}

/** The host answers that what it stands on is away: what was asked for may have been done all the same. */
export class Unavailable extends Error {
  override readonly name = 'Unavailable';
}

/** Longer than anything that is asked for takes. */
const patienceMs = 120_000;

/**
 * Sends a call to a host.
 *
 * @param tell hears each event of a stream as it comes
 * @throws Unanswered where no whole answer comes
 */
export async function send(url: string, call: Call, tell: (told: Told) => void = () => undefined): Promise<Answer> {
  const { method, path, key, json, form, headers } = call;
  const body = form?.() ?? call.body ?? (json === undefined ? undefined : JSON.stringify(json));
  try {
    const response = await fetch(url + path, {
      method,
      ...(body !== undefined && { body }),
      headers: {
        authorization: `Bearer ${key}`,
        ...(json !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      signal: AbortSignal.timeout(patienceMs),
    });
    const type = response.headers.get('content-type') ?? '';
    const received = type.startsWith('text/event-stream') ? await eventsOf(response, tell) : await response.text();
    const parsed: unknown = /\bjson\b/.test(type) && received !== '' ? JSON.parse(received) : undefined;
    return { status: response.status, headers: response.headers, text: received, json: parsed };
  } catch (cause) {
    throw new Unanswered(`${method} ${path} was not answered`, { cause });
  }
}

/** Tells of each event, and returns all of them as text. A stream that breaks off throws. */
async function eventsOf(response: Response, tell: (told: Told) => void): Promise<string> {
  const decoder = new TextDecoder();
  let all = '';
  let rest = '';
  for await (const piece of response.body ?? []) {
    const text = decoder.decode(piece, { stream: true });
    all += text;
    rest += text;
    const events = rest.split('\n\n');
    rest = events.pop() ?? '';
    for (const event of events) {
      const data = /^data: (.*)$/m.exec(event)?.[1];
      if (data !== undefined) tell({ event: /^event: (.*)$/m.exec(event)?.[1] ?? 'message', data: JSON.parse(data) });
    }
  }
  if (!/^event: (result|error|stopping)$/m.test(all)) throw new Error('The stream broke off.');
  return all;
}
