import '@xyflow/react/dist/style.css';
import { graphlib, layout } from '@dagrejs/dagre';
import { useComputedColorScheme } from '@mantine/core';
import { IconGitBranch, IconTimeline } from '@tabler/icons-react';
import { type Edge, Handle, type Node, type NodeProps, Position, ReactFlow } from '@xyflow/react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useInstants } from '../../shared/instants.ts';
import { primary, type Timeline } from '../timeline-queries.ts';
import classes from './branches.module.css';

type BranchNode = Node<{ readonly timeline: Timeline; readonly chosen: boolean }, 'branch'>;

const size = { width: 230, height: 74 };

/** The timelines as a graph: each branch to the right of its base. A choice by mouse, or by Tab and Enter. */
export default function BranchGraph(props: {
  readonly timelines: readonly Timeline[];
  readonly chosen: string;
  readonly onChoose: (timeline: string) => void;
}) {
  const { t } = useTranslation('time');
  const scheme = useComputedColorScheme();
  const { timelines, chosen } = props;
  const { nodes, edges } = useMemo(() => arrange(timelines, chosen), [timelines, chosen]);
  return (
    <div className={classes.graph}>
      <ReactFlow
        aria-label={t('branch.graph')}
        nodes={nodes}
        edges={edges}
        nodeTypes={nodeTypes}
        colorMode={scheme}
        nodesDraggable={false}
        nodesConnectable={false}
        edgesFocusable={false}
        zoomOnDoubleClick={false}
        preventScrolling={false}
        minZoom={0.2}
        maxZoom={1.25}
        fitView
        fitViewOptions={{ maxZoom: 1, padding: 0.15 }}
        onNodeClick={(_, node) => props.onChoose(node.id)}
        onSelectionChange={({ nodes: [first] }) => first !== undefined && props.onChoose(first.id)}
      />
    </div>
  );
}

const nodeTypes = { branch: BranchCard };

function BranchCard({ data: { timeline, chosen } }: NodeProps<BranchNode>) {
  const { t } = useTranslation('time');
  const { dateTime } = useInstants();
  const isPrimary = timeline.timeline_id === primary;
  return (
    <div className={classes.node} data-chosen={chosen}>
      {!isPrimary && <Handle type="target" position={Position.Left} />}
      {isPrimary ? <IconTimeline size={18} aria-hidden /> : <IconGitBranch size={18} aria-hidden />}
      <span className={classes.nodeText}>
        <span className={classes.nodeName}>{isPrimary ? t('branch.primary') : timeline.description}</span>
        <span className={classes.nodeNote}>
          {timeline.created_at === undefined ? t('branch.main') : dateTime(Date.parse(timeline.created_at))}
          {chosen && ` · ${t('branch.shown')}`}
        </span>
      </span>
      <Handle type="source" position={Position.Right} />
    </div>
  );
}

function arrange(timelines: readonly Timeline[], chosen: string) {
  const graph = new graphlib.Graph();
  graph.setGraph({ rankdir: 'LR', nodesep: 18, ranksep: 60 });
  graph.setDefaultEdgeLabel(() => ({}));
  for (const { timeline_id } of timelines) graph.setNode(timeline_id, { ...size });
  const edges = timelines.flatMap(({ timeline_id, base_timeline_id: base }): readonly Edge[] =>
    base === undefined ? [] : [{ id: timeline_id, source: base, target: timeline_id, focusable: false }],
  );
  for (const { source, target } of edges) graph.setEdge(source, target);
  layout(graph);
  const nodes = timelines.map((timeline): BranchNode => {
    const { x, y } = graph.node(timeline.timeline_id);
    return {
      id: timeline.timeline_id,
      type: 'branch',
      position: { x: x - size.width / 2, y: y - size.height / 2 },
      data: { timeline, chosen: timeline.timeline_id === chosen },
      ...size,
      ariaLabel: timeline.description || timeline.timeline_id,
    };
  });
  return { nodes, edges: [...edges] };
}
