import { Checkbox, Group, Select, SimpleGrid, Tabs, TagsInput, Textarea, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import {
  IconAlertTriangle,
  IconArrowsDiff,
  IconDownload,
  IconFileImport,
  IconGitBranch,
  IconPlus,
  IconRoute,
  IconTable,
  IconTimeline,
  IconTrash,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { MayChange } from '../../session/session.ts';
import { api, refresh } from '../../shared/api.ts';
import { Dialog, DialogButton, Form } from '../../shared/form.tsx';
import { useTexts } from '../../shared/i18n.ts';
import { IconMenu, IconTab, MenuItem } from '../../shared/menu.tsx';
import { Page, useChosenInSight } from '../../shared/page.tsx';
import { toField } from '../shared/instants.ts';
import { BranchesView } from './branches/branches-view.tsx';
import { ParadoxesView } from './check-result.tsx';
import { CompareView } from './compare-view.tsx';
import { EventPicker, momentInput, typedMoment, useEventFields } from './event-fields.tsx';
import { ExploreView } from './explore-view.tsx';
import { factsOf } from './facts.ts';
import { ImportForm } from './import-form.tsx';
import { PlanView } from './plan-view.tsx';
import {
  eventsQuery,
  mostEvents,
  primary,
  Shown,
  useChosen,
  useTimelineDeletion,
  useTimelineOptions,
} from './shown-timeline.ts';
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
  const { t } = useTexts('time');
  const { timeline, view, go } = useChosen();
  const shown = names.find((name) => name === view) ?? 'axis';
  const [, View] = views[shown];
  const { data: events } = useQuery(eventsQuery(timeline));
  const byId = useMemo(() => new Map((events ?? []).map((event) => [event.id, event])), [events]);
  const isExplored = View === ExploreView;
  const onSelect = (event: string) => void go({ event, ...(!isExplored && { view: 'axis' }) }, isExplored);
  return (
    <Shown value={{ timeline, byId, onSelect }}>
      <Page
        width="wide"
        title={t('timeline.title')}
        subtitle={
          events && t(events.length < mostEvents ? 'timeline.count' : 'timeline.first', { count: events.length })
        }
        actions={<TimelineToolbar />}
      >
        <Tabs mb="md" keepMounted={false} value={shown} onChange={(chosen) => void go({ view: chosen ?? undefined })}>
          <Tabs.List mb="md" ref={useChosenInSight(shown)}>
            {names.map((name) => (
              <IconTab key={name} value={name} icon={views[name][0]} className={classes.tab}>
                {t(`view.${name}`)}
              </IconTab>
            ))}
          </Tabs.List>
          <Tabs.Panel value={shown}>
            <View />
          </Tabs.Panel>
        </Tabs>
      </Page>
    </Shown>
  );
}

const exportFormats = ['ndjson', 'csv', 'ics', 'mspdi'] as const;

/** Which timeline the screen shows, and what adds to it or copies it: a new event, an import, an export. */
function TimelineToolbar() {
  const { t } = useTexts('time');
  const [importing, importer] = useDisclosure();
  const { timeline, go, choose } = useChosen();
  const options = useTimelineOptions();
  const deletion = useTimelineDeletion();
  const isSample = options.some(({ value, label }) => value === timeline && label === t('sample.name'));
  return (
    <Group gap="xs">
      <Select
        aria-label={t('timeline.which')}
        w={220}
        data={options}
        value={timeline}
        onChange={(value) => value !== null && void choose(value)}
      />
      <DialogButton scope="time" text={t('event.new')} icon={IconPlus} size="lg">
        <EventForm timeline={timeline} onRecorded={(event) => go({ event, view: 'axis' })} />
      </DialogButton>
      <IconMenu label={t('timeline.more')} variant="default" size={36} iconSize={18}>
        <MenuItem scope="time" text={t('import.title')} icon={IconFileImport} onClick={importer.open} />
        {exportFormats.map((format) => (
          <MenuItem
            text={t(`export.${format}`)}
            key={format}
            href={`/v1/export-events?format=${format}&timeline_id=${encodeURIComponent(timeline)}`}
            icon={IconDownload}
          />
        ))}
        <MayChange scope="time">
          {isSample && (
            <MenuItem
              text={t('sample.delete')}
              icon={IconTrash}
              onClick={() => deletion.mutate({ timeline, parent: primary })}
            />
          )}
        </MayChange>
      </IconMenu>
      <Dialog opened={importing} onClose={importer.close} title={t('import.title')}>
        <ImportForm timeline={timeline} />
      </Dialog>
    </Group>
  );
}

/** Records an event. */
function EventForm(props: { readonly timeline: string; readonly onRecorded: (id: string) => Promise<void> }) {
  const { t } = useTexts('time');
  const [field, record, { values, box }] = useEventFields(
    {
      ...{ description: '', time: toField(Date.now()), end_time: '', location: '', event_id: '', min_delay: '' },
      ...{ participants: [] as string[], causes: [] as string[], requires: '', effects: '', fixed: false },
    },
    ({ time, end_time, event_id, min_delay, causes, requires, effects, ...typed }) =>
      api.POST('/v1/record-event', {
        body: {
          ...{
            timeline_id: props.timeline,
            ...typed,
            time: typedMoment(time),
            end_time: typedMoment(end_time) || undefined,
          },
          event_id: event_id || undefined,
          causes: causes.map((cause) => (min_delay === '' ? cause : { event_id: cause, min_delay })),
          requires: factsOf(requires),
          effects: factsOf(effects),
        },
      }),
    {
      onSuccess: async ({ event_id }) => {
        await refresh('time');
        await props.onRecorded(event_id);
      },
    },
  );
  return (
    <Form sending={record} submit={t('event.record')}>
      <Textarea required data-autofocus {...field('description')} />
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <TextInput {...momentInput} required {...field('time')} />
        <TextInput {...momentInput} {...field('end_time')} />
      </SimpleGrid>
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <TextInput required {...field('location')} />
        <TextInput placeholder={t('event.idHint')} {...field('event_id')} />
      </SimpleGrid>
      <TagsInput {...field('participants')} />
      <EventPicker description={t('event.causesHint')} {...field('causes')} />
      {values.causes.length > 0 && <TextInput placeholder="2h" {...field('min_delay')} />}
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <Textarea description={t('event.factsHint')} {...field('requires')} />
        <Textarea description={t('event.factsHint')} {...field('effects')} />
      </SimpleGrid>
      <Checkbox label={t('event.fixed')} {...box('fixed')} />
    </Form>
  );
}
