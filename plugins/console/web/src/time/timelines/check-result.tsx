import { Stack, Text } from '@mantine/core';
import { IconAlertTriangle, IconArrowRight, IconCircleCheck, IconInfoCircle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Notice } from '../../shared/notice.tsx';
import { EventLink } from './event-panel.tsx';
import type { TimelineEvent } from './timeline-event.ts';
import type { Consequence, Finding } from './timeline-queries.ts';
import classes from './timelines.module.css';
import { Witness } from './witness.tsx';

interface Known {
  readonly byId: ReadonlyMap<string, TimelineEvent>;
  readonly onSelect: (id: string) => void;
}

/** What a change would bring about: findings with their evidence, and the events that it affects. */
export function CheckResult(
  props: Known & {
    readonly findings: readonly Finding[];
    readonly consequences: readonly Consequence[];
    readonly more: boolean;
  },
) {
  const { t } = useTranslation('time');
  const { findings, consequences } = props;
  return (
    <Stack gap="sm" data-testid="check-result">
      {findings.length === 0 && <Notice tone="good" icon={IconCircleCheck} title={t('check.noParadox')} />}
      {findings.map((finding) => (
        <FindingCard key={`${finding.kind} ${finding.event_ids.join(' ')}`} finding={finding} byId={props.byId} />
      ))}
      <div>
        <Text size="sm" fw={600}>
          {t('check.consequences', { count: consequences.length })}
          {props.more && '+'}
        </Text>
        {consequences.slice(0, 50).map(({ event_id, effect, basis, distance }) => (
          <EventLink
            key={event_id}
            id={event_id}
            event={props.byId.get(event_id)}
            icon={<IconArrowRight size={15} aria-hidden />}
            note={t('check.consequence', {
              effect: t(`effect.${effect}`),
              basis: t(`basis.${basis}`),
              count: distance,
            })}
            onSelect={props.onSelect}
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

export function FindingCard({ finding, byId }: { readonly finding: Finding } & Pick<Known, 'byId'>) {
  const { t } = useTranslation('time');
  return (
    <Notice
      {...looks[finding.severity]}
      title={`${t(`severity.${finding.severity}`)}: ${t(`finding.${finding.kind}`)}`}
    >
      <Text size="sm" className={classes.wrap}>
        {finding.explanation}
      </Text>
      <Witness steps={finding.witness} byId={byId} />
    </Notice>
  );
}
