import { Text } from '@mantine/core';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Answer } from '../shared/api.ts';
import { LayeredGraph } from '../shared/layered-graph.tsx';
import { type RunStep, tones } from './runs.ts';

/** Draws the nodes of a workflow and their order; with `states`, how far a run of it is. */
export function WorkflowGraph(props: {
  readonly workflow: Answer<'/api/v1/workflows'>['workflows'][number];
  readonly states?: ReadonlyMap<string, RunStep['status']>;
  readonly selected?: string | undefined;
  readonly onSelect?: (id: string) => void;
}) {
  const { t } = useTranslation('workflows');
  const { states, selected, onSelect } = props;
  const { name: workflow, graph } = props.workflow;
  const nodes = useMemo(
    () =>
      graph.nodes.map(({ id, name, kind }) => {
        const state = states?.get(id);
        const words = [t(`kind.${kind}`), ...(state === undefined ? [] : [t(`stepStatus.${state}`)])].join(' · ');
        return {
          id,
          label: `${name}, ${words}`,
          selected: id === selected,
          tone: state === undefined ? ('neutral' as const) : tones[state],
          content: (
            <div>
              <b>{name}</b>
              <Text size="xs" c="dimmed">
                {words}
              </Text>
            </div>
          ),
        };
      }),
    [graph, states, selected, t],
  );
  const label = t('graph.label', { name: workflow });
  return <LayeredGraph nodes={nodes} edges={graph.edges} label={label} {...(onSelect && { onSelect })} />;
}
