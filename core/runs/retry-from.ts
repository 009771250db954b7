import { Problem } from '../api/problem.ts';
import { unknownName } from '../api/text.ts';
import type { WorkflowEngine } from '../kinds/workflow-engine.ts';
import { stepsNamed } from './node-names.ts';

/**
 * The path of the node of a run from which a client wants to retry.
 *
 * @param name its name or its path
 * @throws Problem `invalid-request` if there is no such node, or several; `run-not-retryable` if the engine does not
 *   know the run
 */
export async function nodeToRetryFrom(engine: WorkflowEngine, id: string, name: string): Promise<string> {
  const nodes = await engine.steps(id);
  if (nodes === undefined) {
    const detail = 'The workflow engine cannot continue this run any more. Send its request again.';
    throw new Problem('run-not-retryable', { status: 409, detail });
  }
  const [node, ...others] = stepsNamed(nodes.steps, name);
  if (node !== undefined && others.length === 0) return node.id;
  const detail =
    node === undefined
      ? unknownName(
          'step',
          name,
          nodes.steps.map((step) => step.name),
        )
      : `several steps are named ${JSON.stringify(name)}; give the id of one: ${[node, ...others].map((step) => step.id).join(', ')}`;
  throw new Problem('invalid-request', {
    detail: `from: ${detail}`,
    errors: [{ in: 'body', path: ['from'], detail, type: 'unknown_step' }],
  });
}
