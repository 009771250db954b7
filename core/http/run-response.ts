import type { RunEvent } from '../kinds/workflow-engine.ts';
import { Problem } from '../problem.ts';
import type { RunRegistry } from '../runs/registry.ts';
import { eventStream, type ServerEvent } from './event-stream.ts';
import { jsonResponse } from './json-response.ts';
import { problemDetails } from './problem-response.ts';

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
}

/**
 * Answers with a run as the client asked: `Prefer: respond-async` gives 202 at once, `Accept: text/event-stream` gives its events, and else the answer is waited
 * for. Whichever it is, the work goes on when the client goes away.
 */
export async function runResponse(options: RunResponseOptions): Promise<Response> {
  const { request, id } = options;
  if (/(^|[,;\s])respond-async($|[,;\s])/i.test(request.get('prefer') ?? '')) {
    return jsonResponse({ id, status: 'queued' }, 202, {
      location: runLocation(id),
      'preference-applied': 'respond-async',
    });
  }
  if ((request.get('accept') ?? '').includes('text/event-stream')) return eventStream(runEvents(options));
  for await (const _event of options.events);
  const { body, location } = await options.runs.answer(options.account, id);
  return jsonResponse(body, 200, { 'content-location': location });
}

/** `run`, then `progress` and `text` as they come, then `result` or `error`. */
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
  try {
    yield { event: 'result', data: (await options.runs.answer(options.account, options.id)).body };
  } catch (thrown) {
    yield { event: 'error', data: { detail: problemDetails(Problem.of(thrown)) } };
  }
}
