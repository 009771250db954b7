import type { Backend, StepAttempt, WorkflowRun } from 'openworkflow/internal';

/** What is saved of a run and its children, in the words of openworkflow. */
export interface RunHistory<
  Run = Pick<WorkflowRun, 'id' | 'status' | 'error'>,
  Attempt = Pick<StepAttempt, 'stepName' | 'status' | 'output' | 'error' | 'startedAt' | 'finishedAt'>,
> {
  readonly run: Run;
  readonly attempts: readonly Attempt[];
  /** What counts of the attempts of each name: the one that is completed, else the latest. */
  readonly latest: ReadonlyMap<string, Attempt>;
  /** The children, by the path of their node. */
  readonly children: ReadonlyMap<string, RunHistory<Run, Attempt>>;
}

/** As openworkflow has saved it. */
export type LibraryHistory = RunHistory<WorkflowRun, StepAttempt>;

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
export async function readHistory(backend: Backend, libraryId: string): Promise<LibraryHistory | undefined> {
  const run = await backend.getWorkflowRun({ workflowRunId: libraryId });
  if (run === null) return undefined;
  const attempts = await listAttempts(backend, libraryId);
  const latest = new Map<string, StepAttempt>();
  for (const attempt of attempts) {
    if (latest.get(attempt.stepName)?.status !== 'completed') latest.set(attempt.stepName, attempt);
  }
  const children = new Map<string, LibraryHistory>();
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
