import '@xyflow/react/dist/style.css';
import dagre from '@dagrejs/dagre';
import { Card, Text, useMantineColorScheme } from '@mantine/core';
import { useMediaQuery, useReducedMotion } from '@mantine/hooks';
import { Background, Controls, type Edge, MarkerType, type Node, Position, ReactFlow } from '@xyflow/react';
import { useMemo } from 'react';
import classes from './layered-graph.module.css';
import { Dimmed } from './page.tsx';
import { textScale } from './theme.ts';

/** A node of a drawn graph. */
export interface DrawnNode {
  readonly id: string;
  readonly name: string;
  /** What stands below its name. */
  readonly detail: string;
  readonly selected?: boolean;
  /** Whether it stands out. */
  readonly isMain?: boolean;
}

export interface DrawnEdge {
  readonly from: string;
  readonly to: string;
  readonly label?: string;
}

const usualSize = { width: 190, height: 58 };

/** Draws a directed graph in layers, from left to right, on a small screen from top to bottom, that can be panned and zoomed. Its nodes are buttons. */
export function LayeredGraph(props: {
  readonly nodes: readonly DrawnNode[];
  readonly edges: readonly DrawnEdge[];
  readonly label: string;
  readonly nodeSize?: typeof usualSize;
  readonly onSelect?: (id: string) => void;
}) {
  const { colorScheme } = useMantineColorScheme();
  const still = useReducedMotion();
  const isNarrow = useMediaQuery('(max-width: 36em)', false, { getInitialValueInEffect: false });
  const size = props.nodeSize ?? usualSize;
  const [width, height] = [size.width * textScale, size.height * textScale];
  const places = useMemo(
    () => layout(props.nodes, props.edges, { width, height }, isNarrow),
    [props.nodes, props.edges, width, height, isNarrow],
  );
  const nodes = props.nodes.map(
    ({ id, name, detail, selected = false, isMain = false }): Node => ({
      id,
      position: places.get(id) ?? { x: 0, y: 0 },
      data: {
        label: (
          <div>
            <Text size="sm" fw={600} lineClamp={2} lh={1.25}>
              {name}
            </Text>
            <Dimmed size="xs">{detail}</Dimmed>
          </div>
        ),
      },
      width,
      height,
      selected,
      sourcePosition: isNarrow ? Position.Bottom : Position.Right,
      targetPosition: isNarrow ? Position.Top : Position.Left,
      className: classes.node ?? '',
      style: { borderLeftColor: `var(--mantine-${isMain ? 'primary-color-filled' : 'color-dimmed'})` },
      ariaLabel: `${name}, ${detail}`,
    }),
  );
  const edges = props.edges.map(
    ({ from, to, label }): Edge => ({
      id: `${from} → ${to}`,
      source: from,
      target: to,
      ...(label === undefined ? {} : { label }),
      focusable: false,
      markerEnd: { type: MarkerType.ArrowClosed },
    }),
  );
  return (
    <Card component="section" p={0} h={340} className={classes.frame} aria-label={props.label}>
      <ReactFlow
        nodes={nodes}
        edges={edges}
        colorMode={colorScheme === 'auto' ? 'system' : colorScheme}
        fitView
        fitViewOptions={{ maxZoom: 1, padding: 0.15, duration: still ? 0 : 200 }}
        minZoom={0.2}
        nodesDraggable={false}
        nodesConnectable={false}
        edgesFocusable={false}
        preventScrolling={false}
        proOptions={{ hideAttribution: false }}
        onNodeClick={(_, { id }) => props.onSelect?.(id)}
        onNodesChange={(changes) => {
          for (const change of changes) if (change.type === 'select' && change.selected) props.onSelect?.(change.id);
        }}
      >
        <Background />
        <Controls showInteractive={false} />
      </ReactFlow>
    </Card>
  );
}

/** The upper left corner of each node, in pixels. */
function layout(
  nodes: readonly DrawnNode[],
  edges: readonly DrawnEdge[],
  { width, height }: typeof usualSize,
  isDown: boolean,
) {
  const graph = new dagre.graphlib.Graph()
    .setGraph({ rankdir: isDown ? 'TB' : 'LR', nodesep: 26, ranksep: 56 })
    .setDefaultEdgeLabel(() => ({}));
  for (const { id } of nodes) graph.setNode(id, { width, height });
  for (const { from, to } of edges) graph.setEdge(from, to);
  dagre.layout(graph);
  return new Map(
    nodes.map(({ id }) => {
      const { x, y } = graph.node(id);
      return [id, { x: x - width / 2, y: y - height / 2 }] as const;
    }),
  );
}
