import { Box, Checkbox, Group, Stack, Table, TagsInput, Textarea, TextInput } from '@mantine/core';
import { IconCalendarCog, IconFlag, IconPencil, IconPlus, IconRoute, IconScale, IconTrash } from '@tabler/icons-react';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { type ReactNode, use } from 'react';
import { MayChange, useMayChange } from '../../session/session.ts';
import { ActionButton, RowButton } from '../../shared/action.tsx';
import { type Answer, ApiError, api, type Body, refresh } from '../../shared/api.ts';
import { DialogButton, Form, useFields } from '../../shared/form.tsx';
import { dotted, useTexts } from '../../shared/i18n.ts';
import { Loading, QueryList, QueryState, Row } from '../../shared/list.tsx';
import { Dimmed, Empty, Section } from '../../shared/page.tsx';
import { TimeBar } from '../../shared/time-bar.tsx';
import { TimeZoneSelect } from '../../shared/time-zone-select.tsx';
import { write } from '../../shared/written.ts';
import { EventLink } from './event-panel.tsx';
import { LevelForm } from './move-form.tsx';
import { planQuery, Shown } from './shown-timeline.ts';
import type { TimelineEvent } from './timeline-event.ts';
import classes from './timelines.module.css';

/** What decides when the plan ends, how far each event can move before it moves the end, and when is worked. */
export function PlanView() {
  const { t } = useTexts('time');
  const { timeline, byId } = use(Shown);
  const query = useQuery(planQuery(timeline));
  const hasBaseline = [...byId.values()].some(({ planned }) => planned !== undefined);
  const baseline = (clear: boolean) => async () => {
    await api.POST('/v1/save-baseline', { body: { timeline_id: timeline, clear } });
    await refresh('time');
  };
  const ask = { title: t('plan.keep'), text: t('plan.keepText'), confirm: t('plan.keep') };
  return (
    <Stack gap="xl">
      <MayChange scope="time">
        <Group>
          <DialogButton text={t('level.title')} icon={IconScale} size="lg" variant="default">
            <LevelForm />
          </DialogButton>
          <ActionButton variant="default" icon={IconFlag} action={baseline(false)} ask={hasBaseline ? ask : undefined}>
            {t('plan.keep')}
          </ActionButton>
          {hasBaseline && (
            <ActionButton variant="subtle" action={baseline(true)}>
              {t('plan.forget')}
            </ActionButton>
          )}
        </Group>
      </MayChange>
      <QueryState query={query}>
        {(plan) =>
          plan.critical_path.length === 0 ? (
            <Empty icon={IconRoute} title={t('plan.empty')} text={t('plan.emptyText')} />
          ) : (
            <Tasks plan={plan} hasBaseline={hasBaseline} />
          )
        }
      </QueryState>
      <Calendars events={[...byId.values()]} />
    </Stack>
  );
}

const mostTasks = 200;

/** The place of a bar: beside its event, on a small screen below it. */
const bar = { w: { base: '100%', md: '24rem' }, mb: 4 } as const;
const Beside = ({ children }: { readonly children: readonly [ReactNode, ReactNode] }) => (
  <Group gap="0.2rem 1rem">
    <Box flex="1 1 12rem">{children[0]}</Box>
    {children[1]}
  </Group>
);

/** A row and a bar for each event of the plan, in order of time, with its slack and how much later it ends than it was to. */
function Tasks({ plan, hasBaseline }: { readonly plan: Answer<'/v1/critical-path'>; readonly hasBaseline: boolean }) {
  const { t, date, minutes } = useTexts('time');
  const { byId } = use(Shown);
  const { critical_path, more_slack, slipped = [] } = plan;
  const rows = plan.slack.slice(0, mostTasks).flatMap(({ event_id, slack }) => {
    const event = byId.get(event_id);
    return event === undefined ? [] : [{ event, slack, isCritical: critical_path.includes(event_id) }];
  });
  // The plan may be there before its events.
  if (rows.length === 0) return <Loading />;
  const from = Math.min(...rows.map(({ event }) => event.start));
  const to = Math.max(...rows.map(({ event }) => event.end));
  const axis = { from, ms: Math.max(1, to - from) };
  const slip = ({ end, planned }: TimelineEvent) =>
    planned === undefined || planned.end === end ? '–' : minutes(`${(end - planned.end) / 60_000}m`);
  const body = rows
    .toSorted((one, other) => one.event.start - other.event.start)
    .map(({ event, slack, isCritical }) => [
      <Beside key="event">
        <EventLink id={event.id} {...(isCritical && { icon: IconRoute, note: t('plan.critical') })} />
        <TimeBar
          {...{ ...bar, axis, start: event.start, end: event.end, planned: event.planned }}
          isInstant={event.start === event.end}
          color={isCritical ? 'var(--mantine-primary-color-filled)' : 'var(--mantine-color-petrol-4)'}
        />
      </Beside>,
      slack === '0m' ? '–' : minutes(slack),
      ...(hasBaseline ? [slip(event)] : []),
    ]);
  return (
    <div className={classes.card}>
      <Dimmed mb="sm">
        {t('plan.text', { count: critical_path.length })} {t('plan.finish', { day: date(to) })}{' '}
        {slipped.length > 0 && t('plan.slipped', { count: slipped.length })} {more_slack && t('plan.more')}
      </Dimmed>
      <Table.ScrollContainer minWidth={320}>
        <Table
          data={{
            head: [
              <Beside key="event">
                <span>{t('event.description')}</span>
                <Dimmed w={bar.w} size="xs">{`${date(from)} – ${date(to)}`}</Dimmed>
              </Beside>,
              t('plan.slack'),
              ...(hasBaseline ? [t('plan.slip')] : []),
            ],
            body,
          }}
        />
      </Table.ScrollContainer>
    </div>
  );
}

type Calendar = Required<Body<'/v1/set-calendar', 'post'>>;

const calendarsQuery = queryOptions({
  queryKey: ['time', 'calendars'],
  queryFn: async (): Promise<readonly Calendar[]> =>
    (await api.GET('/v1/list-calendars')).calendars.map((each) => ({ ...each, time_zone: String(each.time_zone) })),
});

const weekdays = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;

const spansOf = (text: string): string[] => text.split(/[,;\s]+/).filter(Boolean);

/** How a calendar is written. Nothing moves by this alone. */
const writtenCalendar = (name: string) => ({
  // They have no versions: the last one who sets it is right.
  put: async (body: Calendar) => ({ ...(await api.POST('/v1/set-calendar', { body })), version: 0 }),
  remove: () => api.DELETE('/v1/delete-calendar', { name }),
  shownBy: [['time']],
});
const beforeOf = (calendar: Calendar | undefined) => (calendar ? { definition: calendar, version: 0 } : null);

/** When people and places work. */
function Calendars({ events }: { readonly events: readonly TimelineEvent[] }) {
  const { t } = useTexts('time');
  const mayChange = useMayChange('time');
  const query = useQuery(calendarsQuery);
  /** Whom and what a calendar rules. */
  const ruled = ({ account, people, places }: Calendar) =>
    [...people, ...places, ...(account ? [t('calendar.others')] : [])].join(', ') || t('calendar.nobody');
  /** The hours of each day that has some, and how many days are otherwise. */
  const hours = ({ week, days, time_zone }: Calendar) => {
    const open = weekdays.map((day) => week[day]?.length && `${t(`calendar.${day}`)} ${week[day].join(', ')}`);
    const others = Object.keys(days).length;
    return dotted(...open, others > 0 && t('calendar.daysCount', { count: others }), time_zone);
  };
  const known = {
    people: [...new Set(events.flatMap(({ participants }) => participants))].slice(0, 500),
    places: [...new Set(events.map(({ location }) => location))].slice(0, 500),
  };
  return (
    <Section
      title={t('calendar.title')}
      actions={
        mayChange && (
          <DialogButton text={t('calendar.new')} icon={IconPlus} size="lg" small>
            <CalendarForm known={known} taken={query.data ?? []} />
          </DialogButton>
        )
      }
    >
      <QueryList
        query={query}
        empty={{ icon: IconCalendarCog, title: t('calendar.empty'), text: t('calendar.emptyText') }}
        row={(calendar) => (
          <Row key={calendar.name} name={calendar.name} details={[ruled(calendar), hours(calendar)]}>
            {mayChange && (
              <>
                <DialogButton
                  text={t('calendar.change')}
                  name={t('calendar.changeName', calendar)}
                  icon={IconPencil}
                  size="lg"
                  small
                >
                  <CalendarForm before={calendar} known={known} taken={[]} />
                </DialogButton>
                <RowButton
                  text={t('action.delete')}
                  name={t('calendar.deleteName', calendar)}
                  icon={IconTrash}
                  action={() =>
                    write(
                      writtenCalendar(calendar.name),
                      undefined,
                      beforeOf(calendar),
                      t('calendar.deleted', calendar),
                    )
                  }
                />
              </>
            )}
          </Row>
        )}
      />
    </Section>
  );
}

function CalendarForm(props: {
  readonly before?: Calendar;
  readonly known: { readonly people: string[]; readonly places: string[] };
  /** Those whose names are not free. */
  readonly taken: readonly Calendar[];
}) {
  const { t } = useTexts('time');
  const { before, known } = props;
  const day = (name: (typeof weekdays)[number], usual: string) =>
    before === undefined ? usual : (before.week[name] ?? []).join(', ');
  const [field, save, { values, box }] = useFields(
    {
      name: before?.name ?? '',
      time_zone: before?.time_zone ?? Intl.DateTimeFormat().resolvedOptions().timeZone,
      ...Object.fromEntries(weekdays.map((name, at) => [name, day(name, at < 5 ? '08:00-17:00' : '')])),
      days: Object.entries(before?.days ?? {})
        .map(([date, spans]) => [date, ...spans].join(' '))
        .join('\n'),
      people: [...(before?.people ?? [])],
      places: [...(before?.places ?? [])],
      account: before?.account ?? false,
    } as Record<(typeof weekdays)[number] | 'name' | 'time_zone' | 'days', string> &
      Record<'people' | 'places', string[]> & { account: boolean },
    ({ name, time_zone, days, people, places, account, ...week }) => {
      const lines = days.split('\n').map(spansOf);
      const next: Calendar = {
        ...{ name, time_zone, people, places, account },
        week: Object.fromEntries(weekdays.map((each) => [each, spansOf(week[each])])),
        days: Object.fromEntries(lines.flatMap(([date, ...spans]) => (date === undefined ? [] : [[date, spans]]))),
      };
      return write(writtenCalendar(name), next, beforeOf(before), t('calendar.saved', { name }));
    },
    { labels: (name) => t(`calendar.${name}`) },
  );
  const wrong = save.error instanceof ApiError ? save.error : undefined;
  // Hours and days are at fields of their own.
  const isAtDays = wrong?.issues.every(({ field }) => /^(week\..|days)/.test(field)) ?? false;
  const isTaken = props.taken.some(({ name }) => name === values.name.trim());
  return (
    <Form sending={save} submit={t('action.save')} disabled={isTaken} showsError={isAtDays}>
      <TextInput
        required
        maxLength={200}
        disabled={before !== undefined}
        data-autofocus
        {...field('name')}
        error={isTaken ? t('calendar.taken') : wrong?.about('name')}
      />
      <TagsInput data={known.people} limit={50} {...field('people')} />
      <TagsInput data={known.places} limit={50} {...field('places')} />
      <Checkbox label={t('calendar.account')} {...box('account')} />
      {weekdays.map((name) => {
        const error = wrong?.about(`week.${name}`);
        return <TextInput key={name} placeholder={t('calendar.free')} {...field(name)} error={error} />;
      })}
      <Textarea
        description={t('calendar.daysText')}
        placeholder={'12-25\neaster+1\n2026-12-24 08:00-12:00'}
        {...field('days')}
      />
      <TimeZoneSelect {...field('time_zone')} />
    </Form>
  );
}
