import { Running } from '../api/response.ts';
import type { StartRun } from '../api/route.ts';
import { derivedUuid } from '../api/text.ts';
import type { RunEvent } from '../kinds/workflow-engine.ts';
import type { RunRegistry } from '../runs/registry.ts';
import type { RunSubmitted } from '../runs/submission.ts';

/** The runs that a handler starts in one call. */
export interface StartedRuns {
  readonly start: StartRun;
  /** What happens in a run that was started here; undefined for any other. */
  events(id: string): AsyncIterable<RunEvent> | undefined;
  /** Whether a blob that came with the call belongs to a run now. */
  took(blob: string): boolean;
}

/** What the runs of one call have in common. */
export interface RunOrder extends Pick<RunSubmitted, 'account' | 'auth' | 'endpoint'> {
  readonly operationId: string;
  /** The blobs that came with the call. */
  readonly blobs: readonly string[];
  /** The name of its first file. */
  readonly firstFile: string | undefined;
}

/** @param signal ends the events of the runs */
export function startedRuns(
  runs: RunRegistry,
  { operationId, blobs, firstFile, ...order }: RunOrder,
  signal: AbortSignal,
): StartedRuns {
  const taken = new Set<string>();
  const started = new Map<string, AsyncIterable<RunEvent>>();
  let count = 0;
  const start: StartRun = async (workflow, input, { name, files, endpoint } = {}) => {
    const id = files === undefined ? operationId : derivedUuid(`${operationId}/${count}`);
    const uploads = files?.map(({ blob }) => blob) ?? blobs;
    for (const blob of uploads) taken.add(blob);
    count += 1;
    const { events } = await runs.submit(
      {
        ...order,
        id,
        workflow: workflow.name,
        name: name ?? firstFile ?? workflow.name,
        endpoint: endpoint ?? order.endpoint,
        input,
        uploads,
      },
      signal,
    );
    started.set(id, events);
    return new Running(id);
  };
  return { start, events: (id) => started.get(id), took: (blob) => taken.has(blob) };
}
