import { z } from 'zod';
import { checkDefinition, finished, json, priority as runPriority } from '../api/definition.ts';
import { Running } from '../api/response.ts';
import type { StartRun } from '../api/route.ts';
import { derivedUuid } from '../api/text.ts';
import type { RunEvent } from '../kinds/workflow-engine.ts';
import type { RunRegistry } from '../runs/registry.ts';
import type { RunSubmitted } from '../runs/submission.ts';
import { acceptsEvents, eventStream, type ServerEvent } from './event-stream.ts';
import { jsonResponse } from './responses.ts';

/** What the runs of one request have in common. */
export interface RunDefaults extends Pick<RunSubmitted, 'account' | 'auth' | 'endpoint' | 'awaited'> {
  readonly operationId: string;
  /** The blobs that were uploaded with the request. */
  readonly blobs: readonly string[];
  /** The bytes of such a blob. */
  readonly bytesOf: (blob: string) => number;
  /** The name of its first file. */
  readonly firstFile: string | undefined;
}

const Started = z.strictObject({ workflow: finished, input: json, priority: runPriority });

/** Starts the runs of one request. @param signal ends the events of the runs. */
export function createRunStarter(
  runs: RunRegistry,
  { operationId, blobs, bytesOf, firstFile, ...defaults }: RunDefaults,
  signal: () => AbortSignal,
) {
  const taken = new Set<string>();
  const started = new Map<string, AsyncIterable<RunEvent>>();
  let count = 0;
  const start: StartRun = async (workflow, input, { name, files, endpoint, id: given, clockId, priority } = {}) => {
    checkDefinition('run(workflow, input)', Started, { workflow, input, priority });
    const id = given ?? (files === undefined ? operationId : derivedUuid(`${operationId}/${count}`));
    const uploads = files?.map(({ blob }) => blob) ?? blobs;
    for (const blob of uploads) taken.add(blob);
    count += 1;
    const { events } = await runs.submit(
      {
        ...defaults,
        id,
        workflow: workflow.name,
        name: name ?? firstFile ?? workflow.name,
        endpoint: endpoint ?? defaults.endpoint,
        input,
        clockId,
        priority,
        uploads,
        uploadBytes: uploads.reduce((sum, blob) => sum + bytesOf(blob), 0),
      },
      signal(),
    );
    started.set(id, events);
    return new Running(id);
  };
  return {
    start,
    /** The events of a run that was started here; undefined for any other. */
    events: (id: string) => started.get(id),
    /** Whether an uploaded blob belongs to a run now. */
    isTaken: (blob: string) => taken.has(blob),
  };
}

/** Whether the client wants 202 at once. */
export function prefersAsync(request: Headers): boolean {
  return /(^|[,;\s])respond-async($|[,;\s])/i.test(request.get('prefer') ?? '');
}

export interface RunResponseOptions {
  readonly runs: RunRegistry;
  readonly account: string;
  readonly id: string;
  readonly request: Headers;
  /** The run's events; they end when it has finished, when the client goes away, and at the deadline of a stop. */
  readonly events: AsyncIterable<RunEvent>;
  /** Aborted when the host begins to stop. */
  readonly stopping: AbortSignal;
  /** The data of the `error` event for a thrown value. */
  readonly describeError: (thrown: unknown) => object;
}

/**
 * Answers with a run as the client asks: `Prefer: respond-async` gives 202 at once, `Accept: text/event-stream` gives
 * its events, and otherwise the response waits for its answer. In each case, the run continues when the client goes
 * away.
 */
export async function runResponse(options: RunResponseOptions): Promise<Response> {
  const { request, id } = options;
  if (prefersAsync(request)) {
    return jsonResponse({ id, status: 'queued' }, 202, {
      // As `plugins/runs` serves it.
      location: `/api/v1/runs/${id}`,
      'preference-applied': 'respond-async',
    });
  }
  if (acceptsEvents(request)) {
    const record = await options.runs.recordOf(id);
    const headers = record === undefined ? {} : { 'content-location': record };
    return eventStream({ ...options, events: runEvents(options), toEvent: (event) => event, headers });
  }
  for await (const _event of options.events);
  const { body, location } = await options.runs.answer(options.account, id);
  return jsonResponse(body, 200, { 'content-location': location });
}

/** `run`, then `progress`, `text` and `waiting` as they come, then `result`. Throws the problem of a failed run. */
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
      case 'waiting':
        yield { event: 'waiting', data: { step: event.step, detail: event.detail } };
        break;
      case 'end':
        break;
    }
  }
  yield { event: 'result', data: (await options.runs.answer(options.account, options.id)).body };
}
