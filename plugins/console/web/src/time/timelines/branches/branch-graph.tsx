import { useMemo } from 'react';
import { dotted, useTexts } from '../../../shared/i18n.ts';
import { LayeredGraph } from '../../../shared/layered-graph.tsx';
import { primary, type Timeline } from '../shown-timeline.ts';

/** The timelines as a graph: each branch to the right of its base. A choice by mouse, or by Tab and Enter. */
export default function BranchGraph(props: {
  readonly timelines: readonly Timeline[];
  readonly chosen: string;
  readonly onChoose: (timeline: string) => void;
}) {
  const { t, dateTime } = useTexts('time');
  const { timelines, chosen } = props;
  const nodes = useMemo(
    () =>
      timelines.map(({ timeline_id: id, description, created_at: at }) => ({
        id,
        name: id === primary ? t('branch.primary') : description || id,
        detail: dotted(at === undefined ? t('branch.main') : dateTime(at), id === chosen && t('branch.shown')),
        selected: id === chosen,
        isMain: id === primary,
      })),
    [timelines, chosen, t, dateTime],
  );
  const edges = useMemo(
    () =>
      timelines.flatMap(({ timeline_id: to, base_timeline_id: from }) => (from === undefined ? [] : [{ from, to }])),
    [timelines],
  );
  const size = { width: 230, height: 74 };
  return (
    <LayeredGraph nodes={nodes} edges={edges} label={t('branch.graph')} nodeSize={size} onSelect={props.onChoose} />
  );
}
