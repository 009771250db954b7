import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { WorkflowGraph } from '../graphs/workflow-graph.tsx';
import { type Run, type RunStep, workflowsQuery } from '../workflow-queries.ts';

/** The graph of a run's workflow, with the state of each node. */
export function RunGraph(props: {
  readonly run: Run;
  readonly selected: string | undefined;
  readonly onSelect: (id: string) => void;
}) {
  const { t } = useTranslation('workflows');
  const { data: workflows } = useQuery(workflowsQuery);
  const states = useMemo(() => statesOf(props.run.steps), [props.run.steps]);
  const workflow = workflows?.find(({ name }) => name === props.run.workflow);
  if (workflow === undefined) return null;
  return (
    <WorkflowGraph
      graph={workflow.graph}
      label={t('graph.label', { name: workflow.name })}
      states={states}
      selected={props.selected}
      onSelect={props.onSelect}
    />
  );
}

const gravity = ['failed', 'running', 'waiting', 'cancelled', 'done', 'skipped'];

/** The state of each node by its path in the workflow: of several items of an `each`, the one that matters most. */
function statesOf(steps: readonly RunStep[]): ReadonlyMap<string, RunStep['status']> {
  const states = new Map<string, RunStep['status']>();
  const visit = (step: RunStep): void => {
    const path = step.id
      .split('/')
      .filter((part) => !/^\d+$/.test(part))
      .join('/');
    const before = states.get(path);
    if (before === undefined || gravity.indexOf(step.status) < gravity.indexOf(before)) states.set(path, step.status);
    for (const inside of step.steps ?? []) visit(inside);
  };
  for (const step of steps) visit(step);
  return states;
}
