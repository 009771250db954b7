import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { LayeredGraph } from '../../shared/layered-graph.tsx';
import rows from '../../shared/rows.module.css';
import { stepTones } from '../states.ts';
import type { RunStep, WorkflowOnHost } from '../workflow-queries.ts';
import classes from '../workflows.module.css';

/** Draws the nodes of a workflow and their order; with `states`, how far a run of it is. */
export function WorkflowGraph(props: {
  readonly graph: WorkflowOnHost['graph'];
  readonly label: string;
  readonly states?: ReadonlyMap<string, RunStep['status']>;
  readonly selected?: string | undefined;
  readonly onSelect?: (id: string) => void;
}) {
  const { t } = useTranslation('workflows');
  const { graph, states, selected } = props;
  const nodes = useMemo(
    () =>
      graph.nodes.map(({ id, name, kind }) => {
        const state = states?.get(id);
        const words = [t(`kind.${kind}`), ...(state === undefined ? [] : [t(`stepStatus.${state}`)])].join(' · ');
        return {
          id,
          label: `${name}, ${words}`,
          selected: id === selected,
          tone: state === undefined ? ('neutral' as const) : stepTones[state],
          content: (
            <span>
              <span className={rows.name}>{name}</span>
              <br />
              <span className={classes.kind}>{words}</span>
            </span>
          ),
        };
      }),
    [graph, states, selected, t],
  );
  return (
    <LayeredGraph
      nodes={nodes}
      edges={graph.edges}
      label={props.label}
      {...(props.onSelect === undefined ? {} : { onSelect: props.onSelect })}
    />
  );
}
