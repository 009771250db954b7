import { Text } from '@mantine/core';
import { use, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Dimmed } from '../../shared/dimmed.tsx';
import { useInstants } from '../shared/instants.ts';
import { Shown } from './shown-timeline.ts';
import type { TimelineEvent } from './timeline-event.ts';
import type { Finding } from './timeline-queries.ts';
import classes from './timelines.module.css';

type Step = Finding['witness'][number];

const rowHeight = 58;
const width = 300;

/**
 * The evidence for a paradox as a path: each step one row lower, earlier events to the left, later ones to the right. A
 * step against the direction of time is dashed and red. The same in words below.
 */
export function Witness({ steps }: { readonly steps: readonly Step[] }) {
  const { t } = useTranslation('time');
  const { byId } = use(Shown);
  const { dateTime } = useInstants();
  const markerId = useId();
  const { nodes, links } = pathOf(steps);
  const x = positions(nodes, byId);
  const y = (index: number) => 18 + index * rowHeight;
  const height = nodes.length * rowHeight;
  return (
    <figure className={classes.witness}>
      <svg viewBox={`0 0 ${width} ${height}`} role="img" aria-label={t('witness.label', { count: steps.length })}>
        <title>{t('witness.label', { count: steps.length })}</title>
        <defs>
          <marker id={markerId} viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto">
            <path d="M0,0 L8,4 L0,8 z" className={classes.arrowHead} />
          </marker>
        </defs>
        {links.map((index) => {
          const from = { x: x[index] ?? 20, y: y(index) };
          const to = { x: x[index + 1] ?? 20, y: y(index + 1) };
          return (
            <path
              key={index}
              d={`M${from.x},${from.y + 7} C${from.x},${from.y + 40} ${to.x},${to.y - 40} ${to.x},${to.y - 8}`}
              className={to.x < from.x ? classes.against : classes.along}
              markerEnd={`url(#${markerId})`}
            />
          );
        })}
        {nodes.map((node, index) => {
          const event = byId.get(node);
          const right = (x[index] ?? 20) > width / 2;
          return (
            <g key={`${node} ${y(index)}`}>
              <circle
                cx={x[index]}
                cy={y(index)}
                r={6}
                className={event === undefined ? classes.factNode : classes.eventNode}
              />
              <text x={(x[index] ?? 20) + (right ? -11 : 11)} y={y(index) + 4} textAnchor={right ? 'end' : 'start'}>
                {shortened(event?.text ?? node)}
              </text>
            </g>
          );
        })}
      </svg>
      <ol className={classes.versions}>
        {steps.map((step) => (
          <li key={`${step.from} ${step.relation} ${step.to}`}>
            <Text size="sm" className={classes.wrap}>
              {step.detail || `${step.from} ${step.relation} ${step.to}`}
            </Text>
            {byId.has(step.to) && <Dimmed size="xs">{dateTime(byId.get(step.to)?.start ?? 0)} UTC</Dimmed>}
          </li>
        ))}
      </ol>
    </figure>
  );
}

/** What the path passes, in its order, and which of them lead to the next one. */
function pathOf(steps: readonly Step[]): { readonly nodes: readonly string[]; readonly links: readonly number[] } {
  const nodes: string[] = [];
  const links: number[] = [];
  for (const { from, to } of steps) {
    if (nodes.at(-1) !== from) nodes.push(from);
    links.push(nodes.length - 1);
    nodes.push(to);
  }
  return { nodes, links };
}

/** The events of a path, for the axis. */
export function witnessEvents(steps: readonly Step[], byId: ReadonlyMap<string, unknown>): readonly string[] {
  return pathOf(steps).nodes.filter((node) => byId.has(node));
}

/** Horizontal places: by the order in time. What is no event is beside what comes before it. */
function positions(nodes: readonly string[], byId: ReadonlyMap<string, TimelineEvent>): readonly number[] {
  const times = [...new Set(nodes.flatMap((node) => byId.get(node)?.start ?? []))].toSorted(
    (one, other) => one - other,
  );
  const places: number[] = [];
  for (const node of nodes) {
    const start = byId.get(node)?.start;
    const rank = start === undefined ? undefined : times.indexOf(start);
    const before = places.at(-1) ?? 16;
    places.push(rank === undefined ? before : 16 + (rank / Math.max(1, times.length - 1)) * (width - 32));
  }
  return places;
}

function shortened(text: string): string {
  return text.length > 34 ? `${text.slice(0, 33)}…` : text;
}
