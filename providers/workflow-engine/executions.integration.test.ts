import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { temporaryFolder } from 'chronoscribe/testing';
import { OpenWorkflow } from 'openworkflow';
import { expect, it, onTestFinished, vi } from 'vitest';
import { waitOptions } from './contract/test-bed.ts';
import { openSqlite } from './embedded/database.ts';
import { createExecutions } from './executions.ts';

it('tells the end of a run once that was claimed again while the end of its first call could not be read', async () => {
  const { path, remove } = await temporaryFolder();
  onTestFinished(remove);
  const { backend, close } = await openSqlite(join(path, 'workflows.db'));
  onTestFinished(close);
  const onEnd = vi.fn();
  const executions = createExecutions({ backend, onWorker: () => undefined, onEnd });
  onTestFinished(() => void executions.stop());
  const { id } = (await new OpenWorkflow({ backend }).runWorkflow({ name: 'any' })).workflowRun;
  const claim = (workerId: string) => backend.claimWorkflowRun({ workerId, leaseDurationMs: 0 });

  await claim('first');
  const first = await executions.enter(id, { runId: id, root: id });
  const answer = Promise.withResolvers<void>();
  const read = vi.spyOn(backend, 'getWorkflowRun');
  read.mockImplementationOnce(async (run) => {
    await answer.promise;
    return backend.getWorkflowRun(run);
  });
  first.leave();
  await vi.waitFor(() => expect(read).toHaveBeenCalledOnce(), waitOptions);

  await claim('second');
  const second = await executions.enter(id, { runId: id, root: id });
  await backend.completeWorkflowRun({ workflowRunId: id, workerId: 'second', output: null });
  second.leave();
  await executions.ended(id);
  answer.resolve();
  await nextTurn();

  expect(onEnd).toHaveBeenCalledOnce();
  expect(onEnd).toHaveBeenCalledWith(expect.objectContaining({ claim: 2 }), expect.objectContaining({ attempts: 2 }));
});
