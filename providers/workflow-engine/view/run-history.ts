import type { Backend, StepAttempt, WorkflowRun } from 'openworkflow/internal';

/** What openworkflow has saved of a run and its children. */
export interface RunHistory {
  readonly run: WorkflowRun;
  readonly attempts: readonly StepAttempt[];
  /** What counts of the attempts of each name: the one that is completed, else the latest. */
  readonly latest: ReadonlyMap<string, StepAttempt>;
  /** The children, by the path of their node. */
  readonly children: ReadonlyMap<string, RunHistory>;
}

/** All attempts of the steps of a run, in the order in which they were begun. */
export async function listAttempts(backend: Backend, workflowRunId: string): Promise<readonly StepAttempt[]> {
  const attempts: StepAttempt[] = [];
  for (let after: string | null | undefined; after !== null; ) {
    const page = { workflowRunId, limit: 1000, ...(after !== undefined && { after }) };
    const { data, pagination } = await backend.listStepAttempts(page);
    attempts.push(...data);
    after = pagination.next;
  }
  return attempts;
}

/** @returns undefined if there is no such run */
export async function readHistory(backend: Backend, libraryId: string): Promise<RunHistory | undefined> {
  const run = await backend.getWorkflowRun({ workflowRunId: libraryId });
  if (run === null) return undefined;
  const attempts = await listAttempts(backend, libraryId);
  const latest = new Map<string, StepAttempt>();
  for (const attempt of attempts) {
    if (latest.get(attempt.stepName)?.status !== 'completed') latest.set(attempt.stepName, attempt);
  }
  const children = new Map<string, RunHistory>();
  for (const { stepName, childWorkflowRunId } of latest.values()) {
    const child = childWorkflowRunId === null ? undefined : await readHistory(backend, childWorkflowRunId);
    if (child !== undefined) children.set(stepName, child);
  }
  return { run, attempts, latest, children };
}

/** How many rounds of a `repeat`, or items of an `each`, have begun. @param path of the node in openworkflow */
export function roundsOf({ latest }: RunHistory, path: string): number {
  const numbers = [...latest.keys()]
    .filter((name) => name.startsWith(`${path}/`))
    .map((name) => Number(name.slice(path.length + 1).split('/')[0] || Number.NaN));
  return numbers.reduce((most, number) => (number >= most ? number + 1 : most), 0);
}
