import { expect, it } from 'vitest';
import { loggableError } from '../api/logger.ts';
import { workflow } from '../api/workflow.ts';
import type { NodeState, WorkflowNode } from '../api/workflow-graph.ts';
import { withErrorMessages } from './workflow-errors.ts';

const fails = (): never => {
  throw new Error('There is no member "due".');
};
const end = (body: unknown) => ({ body, location: '/' });
const begun = () => workflow<null>('wrong');
const resting = workflow<null>('resting').sleep('nap', '1s').answer(end);

/** What a node evaluates beside its steps. */
function evaluate(node: WorkflowNode | undefined, state: NodeState): unknown {
  if (node?.kind === 'sleep' && typeof node.until !== 'number') return node.until(state);
  if (node?.kind === 'each') return node.items(state);
  if (node?.kind === 'when') return node.condition(state);
  if (node?.kind === 'child') return node.input(state);
  throw new Error('The node evaluates nothing.');
}

const wrong = {
  sleep: begun().sleep('node', fails),
  each: begun().each('node', fails, {}, (w) => w.sleep('nap', '1s')),
  when: begun().when('node', fails, (w) => w.sleep('nap', '1s')),
  child: begun().child('node', resting, fails),
};

it.each(Object.entries(wrong))('logs why the function of a %s fails, unless its plugin is clinical', (_, draft) => {
  const logged = (auth: 'time' | 'clinical') => {
    const [node] = withErrorMessages(draft.answer(end), { auth, development: false }).nodes;
    try {
      return evaluate(node, {});
    } catch (thrown) {
      return loggableError(thrown);
    }
  };
  expect(logged('clinical')).not.toHaveProperty('message');
  expect(logged('time')).toHaveProperty('message', 'There is no member "due".');
});
