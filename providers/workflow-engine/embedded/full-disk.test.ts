import { join } from 'node:path';
import { temporaryFolder } from 'chronoscribe/testing';
import { describe, expect, it, onTestFinished } from 'vitest';
import { Executions } from '../openworkflow/executions.ts';
import { withHooks } from '../openworkflow/hooks.ts';
import { openDatabase } from './database.ts';
import { RunTable } from './run-table.ts';

describe('a disk without room', () => {
  it.each(['a step', 'the run'])('fails %s whose result it has no room for, and says what to do', async (whose) => {
    const folder = await temporaryFolder();
    const { backend: plain, connection } = openDatabase(join(folder.path, 'workflows.db'));
    onTestFinished(async () => {
      await plain.stop();
      await folder.remove();
    });
    const ignore = () => {};
    const claimRun = plain.claimWorkflowRun.bind(plain);
    const claim = (workerId: string) => claimRun({ workerId, leaseDurationMs: 1000 });
    const hooks = { claim, refusal: () => undefined, claimed: ignore, settled: ignore, ended: ignore, unsaved: ignore };
    const backend = withHooks(plain, new Executions(), hooks);
    new RunTable(connection).insert({ id: 'r1', account: 'clinic', workflow: 'note', input: null });
    await backend.claimWorkflowRun({ workerId: 'w1', leaseDurationMs: 1000 });
    const run = { workflowRunId: 'r1', workerId: 'w1' };
    const step = await backend.createStepAttempt({ ...run, stepName: 'write', kind: 'function', config: {}, context: null });

    connection.exec('PRAGMA max_page_count = 1');
    const output = 'word '.repeat(100_000);
    const saving =
      whose === 'a step'
        ? backend.completeStepAttempt({ ...run, stepAttemptId: step.id, output })
        : backend.completeWorkflowRun({ ...run, output });

    await expect(saving).rejects.toThrow(/"code":"insufficient-storage".*Free some space/);
  });
});
