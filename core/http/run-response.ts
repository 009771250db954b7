import type { RunEvent } from '../kinds/workflow-engine.ts';
import type { RunRegistry } from '../runs/registry.ts';
import { acceptsEvents, eventStream, type ServerEvent } from './event-stream.ts';
import { jsonResponse } from './json-response.ts';

/** Where a run is followed, as `plugins/runs` serves it. */
export function runLocation(id: string): string {
  return `/api/v1/runs/${id}`;
}

export interface RunResponseOptions {
  readonly runs: RunRegistry;
  readonly account: string;
  readonly id: string;
  readonly request: Headers;
  /** What happens in the run; ends when it is settled, the client goes away or the host stops waiting. */
  readonly events: AsyncIterable<RunEvent>;
  /** Aborted when the host begins to stop. */
  readonly stopping: AbortSignal;
  /** What a client that follows is told of what went wrong. */
  readonly describe: (thrown: unknown) => object;
}

/**
 * Answers with a run as the client asked: `Prefer: respond-async` gives 202 at once, `Accept: text/event-stream` gives its
 * events, and else the answer is waited for. Whichever it is, the work goes on when the client goes away.
 */
export async function runResponse(options: RunResponseOptions): Promise<Response> {
  const { request, id } = options;
  if (/(^|[,;\s])respond-async($|[,;\s])/i.test(request.get('prefer') ?? '')) {
    return jsonResponse({ id, status: 'queued' }, 202, {
      location: runLocation(id),
      'preference-applied': 'respond-async',
    });
  }
  if (acceptsEvents(request)) {
    const record = await options.runs.recordOf(id);
    const headers = record === undefined ? {} : { 'content-location': record };
    return eventStream({ ...options, events: runEvents(options), tell: (event) => event, headers });
  }
  for await (const _event of options.events);
  const { body, location } = await options.runs.answer(options.account, id);
  return jsonResponse(body, 200, { 'content-location': location });
}

/** `run`, then `progress` and `text` as they come, then `result`. Throws the problem of a run that has none. */
async function* runEvents(options: RunResponseOptions): AsyncGenerator<ServerEvent> {
  yield { event: 'run', data: { id: options.id } };
  for await (const event of options.events) {
    switch (event.type) {
      case 'progress': {
        const { type: _type, ...progress } = event;
        yield { event: 'progress', data: progress };
        break;
      }
      case 'text':
        yield { event: 'text', data: { text: event.text } };
        break;
      case 'end':
        break;
    }
  }
  yield { event: 'result', data: (await options.runs.answer(options.account, options.id)).body };
}
