import { Running } from '../api/response.ts';
import type { StartRun } from '../api/route.ts';
import { derivedUuid } from '../api/text.ts';
import type { RunEvent } from '../kinds/workflow-engine.ts';
import type { RunRegistry, RunSubmitted } from '../runs/registry.ts';

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

export function startedRuns(
  runs: RunRegistry,
  { operationId, blobs, firstFile, ...order }: RunOrder,
  follow: (id: string) => AsyncIterable<RunEvent>,
): StartedRuns {
  const taken = new Set<string>();
  const followed = new Map<string, AsyncIterable<RunEvent>>();
  const start: StartRun = async (workflow, input, { name, files, endpoint } = {}) => {
    const id = files === undefined ? operationId : derivedUuid(`${operationId}/${followed.size}`);
    const uploads = files?.map(({ blob }) => blob) ?? blobs;
    for (const blob of uploads) taken.add(blob);
    // Followed from before it begins, so that whoever watches misses nothing.
    followed.set(id, follow(id));
    const called = name ?? firstFile ?? workflow.name;
    await runs.submit({
      ...order,
      id,
      workflow: workflow.name,
      name: called,
      endpoint: endpoint ?? order.endpoint,
      input,
      uploads,
    });
    return new Running(id);
  };
  return { start, events: (id) => followed.get(id), took: (blob) => taken.has(blob) };
}
