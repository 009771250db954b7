import { Badge, Group, Stack, Text } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Empty } from '../../shared/empty.tsx';
import { QueryState } from '../../shared/query-state.tsx';
import { FindingCard } from './check-result.tsx';
import type { TimelineEvent } from './timeline-event.ts';
import { checkQuery } from './timeline-queries.ts';

const mostShown = 30;

/** The full check of a timeline: how stable it is, and each finding with its evidence. */
export function ParadoxesView(props: { readonly timeline: string; readonly byId: ReadonlyMap<string, TimelineEvent> }) {
  const { t } = useTranslation('time');
  const query = useQuery(checkQuery(props.timeline));
  return (
    <QueryState query={query}>
      {({ timeline_stability, findings, counts }) => {
        const total = Object.values(counts).reduce((sum, count) => sum + (count ?? 0), 0);
        return (
          <Stack gap="md">
            <Group gap="xs">
              <Badge size="lg" variant="light" tt="none">
                {t(`stability.${timeline_stability}`)}
              </Badge>
              <Text size="sm" c="dimmed">
                {t('check.findings', { count: total })}
              </Text>
            </Group>
            {findings.length === 0 && (
              <Empty icon={IconCircleCheck} title={t('check.noParadox')} text={t('check.noParadoxText')} />
            )}
            {findings.slice(0, mostShown).map((finding) => (
              <FindingCard key={`${finding.kind} ${finding.event_ids.join(' ')}`} finding={finding} byId={props.byId} />
            ))}
            {total > mostShown && <Text size="sm">{t('check.first', { count: mostShown })}</Text>}
          </Stack>
        );
      }}
    </QueryState>
  );
}
