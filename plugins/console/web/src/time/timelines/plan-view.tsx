import { Checkbox, Group, Stack, Table, TagsInput, Textarea, TextInput } from '@mantine/core';
import { IconCalendarCog, IconPencil, IconPlus, IconRoute, IconScale, IconTrash } from '@tabler/icons-react';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { use } from 'react';
import { MayChange, useMayChange } from '../../session/session.ts';
import { RowButton } from '../../shared/action.tsx';
import { ApiError, api, type Body } from '../../shared/api.ts';
import { DialogButton, Form, useFields } from '../../shared/form.tsx';
import { dotted, useTexts } from '../../shared/i18n.ts';
import { QueryList, QueryState, Row } from '../../shared/list.tsx';
import { Dimmed, Empty, Section } from '../../shared/page.tsx';
import { TimeZoneSelect } from '../../shared/time-zone-select.tsx';
import { write } from '../../shared/written.ts';
import { EventLink } from './event-panel.tsx';
import { LevelForm } from './move-form.tsx';
import { planQuery, Shown } from './shown-timeline.ts';
import type { TimelineEvent } from './timeline-event.ts';
import classes from './timelines.module.css';

/** What decides when the plan ends, how far each event can move before it moves the end, and when is worked. */
export function PlanView() {
  const { t, minutes } = useTexts('time');
  const { timeline, byId } = use(Shown);
  const query = useQuery(planQuery(timeline));
  return (
    <Stack gap="xl">
      <MayChange scope="time">
        <Group>
          <DialogButton text={t('level.title')} icon={IconScale} size="lg" variant="default">
            <LevelForm />
          </DialogButton>
        </Group>
      </MayChange>
      <QueryState query={query}>
        {({ critical_path, slack, more_slack }) =>
          critical_path.length === 0 ? (
            <Empty icon={IconRoute} title={t('plan.empty')} text={t('plan.emptyText')} />
          ) : (
            <div className={classes.card}>
              <Dimmed mb="sm">
                {t('plan.text', { count: critical_path.length })}
                {more_slack && ` ${t('plan.more')}`}
              </Dimmed>
              <Table.ScrollContainer minWidth={320}>
                <Table
                  data={{
                    head: [t('event.description'), t('plan.slack')],
                    body: slack.slice(0, 200).map(({ event_id, slack: length }) => {
                      const critical = critical_path.includes(event_id) && {
                        icon: IconRoute,
                        note: t('plan.critical'),
                      };
                      return [<EventLink key="event" id={event_id} {...critical} />, minutes(length)];
                    }),
                  }}
                />
              </Table.ScrollContainer>
            </div>
          )
        }
      </QueryState>
      <Calendars events={[...byId.values()]} />
    </Stack>
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
