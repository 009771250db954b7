import { Group, Tabs } from '@mantine/core';
import {
  IconAlertTriangle,
  IconArrowsDiff,
  IconGitBranch,
  IconRoute,
  IconTable,
  IconTimeline,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { MayChange, useMayChange } from '../../session/may-change.tsx';
import { ActionButton, useAction } from '../../shared/action.tsx';
import { QueryState } from '../../shared/list.tsx';
import { Empty, ErrorNote } from '../../shared/notice.tsx';
import { Page } from '../../shared/page.tsx';
import { laneKinds } from './axis/lanes.ts';
import { BranchesView } from './branches/branches-view.tsx';
import { ParadoxesView } from './check-result.tsx';
import { CompareView } from './compare-view.tsx';
import { ExploreView } from './explore-view.tsx';
import { importSample } from './import-form.tsx';
import { PlanView } from './plan-view.tsx';
import { eventsQuery, mostEvents, primary, timelinesQuery, useTimelineDeletion } from './timeline-queries.ts';
import { TimelineToolbar } from './timeline-toolbar.tsx';

const views = {
  axis: IconTimeline,
  table: IconTable,
  branches: IconGitBranch,
  compare: IconArrowsDiff,
  plan: IconRoute,
  paradoxes: IconAlertTriangle,
} as const;
type View = keyof typeof views;

function isView(text: string | undefined): text is View {
  return text !== undefined && text in views;
}

/** One timeline in six views. All that is chosen is in the address, so that a link shows the same. */
export function TimelinesPage() {
  const { t } = useTranslation('time');
  const navigate = useNavigate();
  const search = useSearch({ from: '/signed-in/time/timelines' });
  const go = useCallback(
    (change: Partial<typeof search>, replace = false) =>
      navigate({ to: '/time/timelines', search: (before: typeof search) => ({ ...before, ...change }), replace }),
    [navigate],
  );
  const timeline = search.timeline ?? primary;
  const view = isView(search.view) ? search.view : 'axis';
  const timelines = useQuery(timelinesQuery);
  const events = useQuery(eventsQuery(timeline));
  const byId = useMemo(() => new Map((events.data ?? []).map((event) => [event.id, event])), [events.data]);
  const choose = (chosen: string) => go({ timeline: chosen, event: undefined });
  const showEvent = (id: string) => void go({ event: id, view: 'axis' });
  const onSearch = useCallback((text: string) => void go({ q: text || undefined }, true), [go]);
  const isSample =
    timelines.data?.find(({ timeline_id }) => timeline_id === timeline)?.description === t('sample.name');
  const mayChange = useMayChange('time');
  const deletion = useTimelineDeletion(choose);

  return (
    <Page
      width="wide"
      title={t('timeline.title')}
      subtitle={
        events.data &&
        t(events.data.length < mostEvents ? 'timeline.count' : 'timeline.first', { count: events.data.length })
      }
      actions={
        <TimelineToolbar
          timelines={timelines.data ?? []}
          timeline={timeline}
          onChoose={choose}
          onRecorded={showEvent}
          onDeleteSample={isSample && mayChange ? () => deletion.mutate({ timeline, parent: primary }) : undefined}
        />
      }
    >
      <Tabs
        mb="md"
        keepMounted={false}
        value={view}
        onChange={(chosen) => isView(chosen ?? undefined) && void go({ view: chosen ?? undefined })}
      >
        <Tabs.List mb="md">
          {Object.entries(views).map(([name, ViewIcon]) => (
            <Tabs.Tab key={name} value={name} leftSection={<ViewIcon size={16} aria-hidden />}>
              {isView(name) && t(`view.${name}`)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value={view}>
          {view === 'branches' && (
            <QueryState query={timelines}>
              {(list) => (
                <BranchesView
                  timelines={list}
                  chosen={timeline}
                  onChoose={choose}
                  onCompare={(base, branch) => void go({ view: 'compare', timeline: base, other: branch })}
                />
              )}
            </QueryState>
          )}
          {view === 'compare' && (
            <QueryState query={timelines}>
              {(list) => (
                <CompareView
                  timelines={list}
                  timeline={timeline}
                  other={search.other}
                  onChoose={(left, right) => void go({ timeline: left, other: right })}
                />
              )}
            </QueryState>
          )}
          {view === 'plan' && <PlanView timeline={timeline} byId={byId} onSelect={showEvent} />}
          {view === 'paradoxes' && <ParadoxesView timeline={timeline} byId={byId} />}
          {(view === 'axis' || view === 'table') && (
            <QueryState query={events}>
              {(list) =>
                list.length === 0 ? (
                  <EmptyTimeline onSample={choose} />
                ) : (
                  <ExploreView
                    timeline={timeline}
                    events={list}
                    byId={byId}
                    as={view}
                    laneKind={laneKinds.find((kind) => kind === search.lanes) ?? 'place'}
                    selected={search.event}
                    search={search.q ?? ''}
                    onLaneKind={(lanes) => void go({ lanes })}
                    onSelect={(event) => void go({ event }, true)}
                    onSearch={onSearch}
                  />
                )
              }
            </QueryState>
          )}
        </Tabs.Panel>
      </Tabs>
    </Page>
  );
}

/** A timeline without events: what one is for, and a sample history to try everything on. */
function EmptyTimeline({ onSample }: { readonly onSample: (timeline: string) => void }) {
  const { t } = useTranslation('time');
  const load = useAction(() => importSample(t('sample.name')), { onSuccess: onSample });
  return (
    <Empty icon={IconTimeline} title={t('timeline.empty')} text={t('timeline.emptyText')}>
      <MayChange scope="time">
        <Group justify="center">
          <ActionButton variant="light" action={load}>
            {t('sample.load')}
          </ActionButton>
        </Group>
      </MayChange>
      <ErrorNote error={load.error} />
    </Empty>
  );
}
