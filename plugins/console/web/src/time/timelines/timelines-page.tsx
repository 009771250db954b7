import { Tabs } from '@mantine/core';
import {
  IconAlertTriangle,
  IconArrowsDiff,
  IconGitBranch,
  IconRoute,
  IconTable,
  IconTimeline,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Page } from '../../shared/page.tsx';
import { BranchesView } from './branches/branches-view.tsx';
import { ParadoxesView } from './check-result.tsx';
import { CompareView } from './compare-view.tsx';
import { ExploreView } from './explore-view.tsx';
import { PlanView } from './plan-view.tsx';
import { Shown, useChosen } from './shown-timeline.ts';
import { eventsQuery, mostEvents } from './timeline-queries.ts';
import { TimelineToolbar } from './timeline-toolbar.tsx';
import classes from './timelines.module.css';

const views = {
  axis: [IconTimeline, ExploreView],
  table: [IconTable, ExploreView],
  branches: [IconGitBranch, BranchesView],
  compare: [IconArrowsDiff, CompareView],
  plan: [IconRoute, PlanView],
  paradoxes: [IconAlertTriangle, ParadoxesView],
} as const;
const names = Object.keys(views) as (keyof typeof views)[];

/** One timeline in six views. */
export function TimelinesPage() {
  const { t } = useTranslation('time');
  const { timeline, view, go } = useChosen();
  const shown = names.find((name) => name === view) ?? 'axis';
  const [, View] = views[shown];
  const { data: events } = useQuery(eventsQuery(timeline));
  const byId = useMemo(() => new Map((events ?? []).map((event) => [event.id, event])), [events]);
  const isExplored = View === ExploreView;
  const onSelect = (event: string) => void go({ event, ...(!isExplored && { view: 'axis' }) }, isExplored);
  return (
    <Page
      width="wide"
      title={t('timeline.title')}
      subtitle={events && t(events.length < mostEvents ? 'timeline.count' : 'timeline.first', { count: events.length })}
      actions={<TimelineToolbar />}
    >
      <Tabs mb="md" keepMounted={false} value={shown} onChange={(chosen) => void go({ view: chosen ?? undefined })}>
        <Tabs.List mb="md">
          {names.map((name) => {
            const [ViewIcon] = views[name];
            return (
              <Tabs.Tab
                key={name}
                value={name}
                className={classes.tab}
                leftSection={<ViewIcon size={16} aria-hidden />}
              >
                {t(`view.${name}`)}
              </Tabs.Tab>
            );
          })}
        </Tabs.List>
        <Tabs.Panel value={shown}>
          <Shown value={{ timeline, byId, onSelect }}>
            <View />
          </Shown>
        </Tabs.Panel>
      </Tabs>
    </Page>
  );
}
