import { Group, Stack, Text } from '@mantine/core';
import { IconAlertTriangle, IconArrowRight, IconCircleCheck, IconInfoCircle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { use, useId } from 'react';
import { api } from '../../shared/api.ts';
import { useTexts } from '../../shared/i18n.ts';
import { QueryState, StatusBadge } from '../../shared/list.tsx';
import { Dimmed, Empty, Notice } from '../../shared/page.tsx';
import { EventLink } from './event-panel.tsx';
import { type Consequence, type Finding, Shown } from './shown-timeline.ts';
import type { TimelineEvent } from './timeline-event.ts';
import classes from './timelines.module.css';

const stabilityTones = {
  Stable: 'good',
  Strained: 'warn',
  Unstable: 'bad',
  Paradoxical: 'bad',
  Unknown: 'warn',
} as const;

/** What a change would bring about: findings with their evidence, and the events that it affects. */
export function CheckResult(props: {
  readonly of: {
    readonly findings?: readonly Finding[] | undefined;
    readonly consequences?: readonly Consequence[] | undefined;
    readonly more_consequences?: boolean | undefined;
  };
}) {
  const { t } = useTexts('time');
  const { findings = [], consequences = [], more_consequences: more = false } = props.of;
  return (
    <Stack gap="sm" data-testid="check-result">
      {findings.length === 0 && <Notice tone="good" icon={IconCircleCheck} title={t('check.noParadox')} />}
      {findings.map((finding) => (
        <FindingCard key={`${finding.kind} ${finding.event_ids.join(' ')}`} finding={finding} />
      ))}
      <div>
        <Text size="sm" fw={600}>
          {t('check.consequences', { count: consequences.length })}
          {more && '+'}
        </Text>
        {consequences.slice(0, 50).map(({ event_id, effect, basis, distance }) => (
          <EventLink
            key={event_id}
            id={event_id}
            icon={IconArrowRight}
            note={t('check.consequence', {
              effect: t(`effect.${effect}`),
              basis: t(`basis.${basis}`),
              count: distance,
            })}
          />
        ))}
      </div>
    </Stack>
  );
}

const looks = {
  error: { tone: 'bad', icon: IconAlertTriangle },
  warning: { tone: 'warn', icon: IconAlertTriangle },
  info: { tone: 'good', icon: IconInfoCircle },
} as const;

function FindingCard({ finding }: { readonly finding: Finding }) {
  const { t } = useTexts('time');
  return (
    <Notice
      {...looks[finding.severity]}
      title={`${t(`severity.${finding.severity}`)}: ${t(`finding.${finding.kind}`)}`}
    >
      <Text size="sm" className={classes.wrap}>
        {finding.explanation}
      </Text>
      <Witness steps={finding.witness} />
    </Notice>
  );
}

const mostShown = 30;

/** The full check of a timeline: how stable it is, and each finding with its evidence. */
export function ParadoxesView() {
  const { t } = useTexts('time');
  const { timeline: timeline_id } = use(Shown);
  const query = useQuery({
    queryKey: ['time', 'check', timeline_id],
    queryFn: () => api.GET('/v1/check-paradox', { timeline_id }),
  });
  return (
    <QueryState query={query}>
      {({ timeline_stability, findings, counts }) => {
        const total = Object.values(counts).reduce((sum, count) => sum + (count ?? 0), 0);
        return (
          <Stack gap="md">
            <Group gap="xs">
              <StatusBadge tone={stabilityTones[timeline_stability]}>
                {t(`stability.${timeline_stability}`)}
              </StatusBadge>
              <Dimmed>{t('check.findings', { count: total })}</Dimmed>
            </Group>
            {findings.length === 0 && (
              <Empty icon={IconCircleCheck} title={t('check.noParadox')} text={t('check.noParadoxText')} />
            )}
            {findings.slice(0, mostShown).map((finding) => (
              <FindingCard key={`${finding.kind} ${finding.event_ids.join(' ')}`} finding={finding} />
            ))}
            {total > mostShown && <Text size="sm">{t('check.first', { count: mostShown })}</Text>}
          </Stack>
        );
      }}
    </QueryState>
  );
}

type Step = Finding['witness'][number];

const rowHeight = 58;
const width = 300;

/**
 * The evidence for a paradox as a path: each step one row lower, earlier events to the left, later ones to the right. A
 * step against the direction of time is dashed and red. The same in words below.
 */
function Witness({ steps }: { readonly steps: readonly Step[] }) {
  const { t, dateTime } = useTexts('time');
  const { byId } = use(Shown);
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
