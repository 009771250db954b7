import { Group, Select, Stack } from '@mantine/core';
import { IconArrowsDiff, IconEqual, IconMinus, IconPencil, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../shared/api.ts';
import { useTexts } from '../../shared/i18n.ts';
import { QueryState } from '../../shared/list.tsx';
import look from '../../shared/look.module.css';
import { Dimmed, Empty } from '../../shared/page.tsx';
import { type Comparison, timelinesQuery, useChosen, useTimelineOptions } from './shown-timeline.ts';
import type { ApiEvent } from './timeline-event.ts';
import classes from './timelines.module.css';

/** Two timelines side by side: only what differs, by time. */
export function CompareView() {
  return <QueryState query={useQuery(timelinesQuery)}>{() => <Compared />}</QueryState>;
}

function Compared() {
  const { t } = useTexts('time');
  const { timeline, other, go } = useChosen();
  const options = useTimelineOptions();
  const second = other ?? options.find(({ value }) => value !== timeline)?.value;
  if (second === undefined) {
    return <Empty icon={IconArrowsDiff} title={t('compare.alone')} text={t('compare.aloneText')} />;
  }
  return (
    <Stack gap="md">
      <Group grow align="flex-end" gap="md">
        <Select
          label={t('compare.left')}
          data={options}
          value={timeline}
          onChange={(value) => value !== null && void go({ timeline: value, other: second })}
        />
        <Select
          label={t('compare.right')}
          data={options}
          value={second}
          onChange={(value) => value !== null && void go({ timeline, other: value })}
        />
      </Group>
      <Differences key={`${timeline} ${second}`} timeline={timeline} other={second} />
    </Stack>
  );
}

const icons = { added: IconPlus, removed: IconMinus, changed: IconPencil } as const;
const mostRows = 500;

function Differences({ timeline, other }: { readonly timeline: string; readonly other: string }) {
  const { t } = useTexts('time');
  const query = useQuery({
    queryKey: ['time', 'comparison', timeline, other],
    queryFn: () => api.GET('/v1/compare-timelines', { timeline_id: timeline, other_timeline_id: other }),
  });
  return (
    <QueryState query={query}>
      {(comparison) => {
        const differences = rowsOf(comparison);
        if (differences.length === 0) {
          return <Empty icon={IconEqual} title={t('compare.same')} text={t('compare.sameText')} />;
        }
        return (
          <>
            <Dimmed aria-live="polite">{t('compare.count', { count: differences.length })}</Dimmed>
            <ul className={`${look.list} ${classes.differences}`} data-testid="differences">
              {differences.slice(0, mostRows).map((row) => {
                const KindIcon = icons[row.kind];
                return (
                  <li key={`${row.left?.event_id} ${row.right?.event_id}`} data-kind={row.kind}>
                    <Side event={row.left} />
                    <span className={classes.differenceKind}>
                      <KindIcon size={15} aria-hidden />
                      {t(`compare.${row.kind}`)}
                    </span>
                    <Side event={row.right} />
                  </li>
                );
              })}
            </ul>
          </>
        );
      }}
    </QueryState>
  );
}

function Side({ event }: { readonly event: ApiEvent | undefined }) {
  const { t, dateTime } = useTexts('time');
  if (event === undefined) return <span className={classes.absent}>{t('compare.notHere')}</span>;
  return (
    <span className={classes.side}>
      <span className={classes.wrap}>{event.description || event.event_id}</span>
      <span className={classes.small}>
        {dateTime(event.time)} UTC · {event.location}
      </span>
    </span>
  );
}

function rowsOf({ added, removed, changed }: Comparison) {
  const row = (kind: keyof typeof icons, left?: ApiEvent, right?: ApiEvent) => ({
    ...{ kind, left, right },
    at: Date.parse((left ?? right)?.time ?? ''),
  });
  return [
    ...added.map((event) => row('added', undefined, event)),
    ...removed.map((event) => row('removed', event, undefined)),
    ...changed.map(({ from, to }) => row('changed', from, to)),
  ].toSorted((one, other) => one.at - other.at);
}
