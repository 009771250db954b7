import { Group, Stack, Text } from '@mantine/core';
import { IconAlertTriangle, IconArrowRight, IconCircleCheck, IconInfoCircle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { use } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../shared/api.ts';
import { Dimmed } from '../../shared/dimmed.tsx';
import { QueryState } from '../../shared/list.tsx';
import { Empty, Notice } from '../../shared/notice.tsx';
import { StatusBadge } from '../../shared/status-badge.tsx';
import { EventLink } from './event-panel.tsx';
import { Shown } from './shown-timeline.ts';
import type { Consequence, Finding } from './timeline-queries.ts';
import classes from './timelines.module.css';
import { Witness } from './witness.tsx';

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
  const { t } = useTranslation('time');
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
            icon={<IconArrowRight size={15} aria-hidden />}
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
  const { t } = useTranslation('time');
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
  const { t } = useTranslation('time');
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
