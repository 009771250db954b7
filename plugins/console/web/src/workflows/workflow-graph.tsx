import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Answer } from '../shared/api.ts';
import { LayeredGraph } from '../shared/layered-graph.tsx';

type Workflow = Answer<'/api/v1/workflows'>['workflows'][number];

/** Draws the nodes of a workflow and their order. */
export function WorkflowGraph({ workflow: { name: workflow, graph } }: { readonly workflow: Workflow }) {
  const { t } = useTranslation('workflows');
  const nodes = graph.nodes.map(({ id, name, kind }) => ({
    id,
    label: `${name}, ${t(`kind.${kind}`)}`,
    content: (
      <div>
        <b>{name}</b>
        <Text size="xs" c="dimmed">
          {t(`kind.${kind}`)}
        </Text>
      </div>
    ),
  }));
  return <LayeredGraph nodes={nodes} edges={graph.edges} label={t('graph.label', { name: workflow })} />;
}
