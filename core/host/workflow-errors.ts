import { isClinical, type PluginAuth } from '../api/access.ts';
import { json } from '../api/definition.ts';
import { jsonFault } from '../api/json.ts';
import { discloseMessage } from '../api/logger.ts';
import { developmentProblem } from '../api/problem.ts';
import { mapNodes } from '../api/workflow-definition.ts';
import type { AnyWorkflow } from '../api/workflow-graph.ts';

/**
 * The workflow of a plugin and its children, with steps that refuse results that are not JSON. The messages of
 * unexpected errors, of steps and of what other nodes evaluate, reach the run's answer in development, and the log
 * unless the plugin is clinical.
 */
export function withErrorMessages(
  workflow: AnyWorkflow,
  options: { readonly auth: PluginAuth; readonly development: boolean },
): AnyWorkflow {
  const { auth, development } = options;
  const told = (thrown: unknown): unknown => {
    if (!isClinical(auth)) discloseMessage(thrown);
    return development ? developmentProblem(thrown) : thrown;
  };
  return mapNodes(workflow, {
    step: (step) => ({
      ...step,
      async run(state, context) {
        try {
          const result = await step.run(state, context);
          assertJson(result, `The step "${step.name}" of the workflow "${workflow.name}"`);
          return result;
        } catch (thrown) {
          throw told(thrown);
        }
      },
    }),
    // What a function beside the steps returns is saved as well.
    evaluated: (evaluate, what, name) => (state) => {
      try {
        const result = evaluate(state);
        assertJson(result, `The ${what} of "${name}" of the workflow "${workflow.name}"`);
        return result;
      } catch (thrown) {
        throw told(thrown);
      }
    },
    wait: (node) => ({ ...node, schema: node.schema.pipe(json) }),
    workflow: (other) => withErrorMessages(other, options),
  });
}

/** @throws TypeError that names the first thing that would be lost on its way through JSON */
function assertJson(result: unknown, what: string): void {
  const fault = jsonFault(result);
  if (fault === undefined) return;
  throw new TypeError(
    `${what} returned ${fault}, which is not JSON. Return strings, finite numbers, booleans, null, arrays or objects.`,
  );
}
