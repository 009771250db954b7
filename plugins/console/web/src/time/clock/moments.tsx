import { Anchor, Card, Checkbox, Stack, TextInput } from '@mantine/core';
import {
  IconAnchor,
  IconCalendarEvent,
  IconHourglass,
  IconLock,
  IconLockOpen,
  IconRepeat,
  IconTrash,
  IconZzz,
} from '@tabler/icons-react';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { MayChange } from '../../session/session.ts';
import { IconButton, LinkButton, RowButton } from '../../shared/action.tsx';
import { type Answer, api, refresh } from '../../shared/api.ts';
import { Form, useFields } from '../../shared/form.tsx';
import { useTexts } from '../../shared/i18n.ts';
import { QueryList, Row } from '../../shared/list.tsx';
import { Section } from '../../shared/page.tsx';
import { fromField, toApi, toField } from '../shared/instants.ts';
import { type ClockProps, operateClock, useTicking } from './clock.ts';

type NamedMoment = Answer<'/v1/list-anchors'>['anchors'][number];

/** The moments with a name: make one, go there, lock it, delete it. */
export function Anchors({ clockId, reading }: ClockProps) {
  const { t } = useTexts('time');
  const query = useQuery({
    queryKey: ['time', 'anchors'],
    queryFn: async () => (await api.GET('/v1/list-anchors')).anchors,
  });
  return (
    <Section title={t('anchor.title')} {...(query.data && { count: String(query.data.length) })}>
      <Stack>
        <MayChange scope="time">
          <NewAnchor now={reading.now} />
        </MayChange>
        <QueryList
          query={query}
          empty={{ icon: IconAnchor, title: t('anchor.empty'), text: t('anchor.emptyText') }}
          row={(anchor) => <AnchorRow key={anchor.anchor_id} anchor={anchor} clockId={clockId} />}
        />
      </Stack>
    </Section>
  );
}

async function setAnchor(body: Pick<NamedMoment, 'timestamp' | 'description' | 'locked'>): Promise<void> {
  await api.POST('/v1/set-anchor', { body });
  await refresh('time', 'anchors');
}

async function deleteAnchor(anchor_id: string, force: boolean): Promise<void> {
  await api.DELETE('/v1/delete-anchor', { anchor_id, force });
  await refresh('time', 'anchors');
}

function NewAnchor({ now }: { readonly now: number }) {
  const { t } = useTexts('time');
  const [field, set, { box }] = useFields(
    { description: '', timestamp: toField(now), locked: false },
    (body) => setAnchor({ ...body, timestamp: fromField(body.timestamp) ?? body.timestamp }),
    { resets: ['description'], labels: (name) => t(`anchor.${name}`) },
  );
  return (
    <Card>
      <Form sending={set} submit={t('anchor.set')} variant="light" inline>
        <TextInput flex="1 1 12rem" placeholder={t('anchor.nameExample')} required {...field('description')} />
        <TextInput type="datetime-local" step={1} required {...field('timestamp')} />
        <Checkbox pb="0.5rem" label={t('anchor.locked')} {...box('locked')} />
      </Form>
    </Card>
  );
}

function AnchorRow({ anchor, clockId }: Pick<ClockProps, 'clockId'> & { readonly anchor: NamedMoment }) {
  const { t, dateTime } = useTexts('time');
  const { anchor_id, timestamp, description, locked } = anchor;
  return (
    <Row name={description} details={[`${dateTime(timestamp)} UTC${locked ? ` · ${t('anchor.isLocked')}` : ''}`]}>
      <MayChange scope="time">
        <RowButton
          text={t('clock.goThere')}
          variant="light"
          action={() => operateClock(clockId, { path: 'return', anchor_id })}
        />
        <IconButton
          icon={locked ? IconLock : IconLockOpen}
          label={t(locked ? 'anchor.unlock' : 'anchor.lock', { name: description })}
          tip
          // It cannot be changed: the locked one is set before the open one is deleted, so the moment is never lost.
          action={async () => {
            await setAnchor({ timestamp, description, locked: !locked });
            await deleteAnchor(anchor_id, locked);
          }}
        />
        <IconButton
          icon={IconTrash}
          label={t('anchor.delete', { name: description })}
          tip
          action={() => deleteAnchor(anchor_id, locked)}
          {...(locked && {
            ask: {
              title: t('anchor.deleteLocked'),
              text: t('anchor.deleteLockedText', { name: description }),
              confirm: t('action.delete'),
              color: 'red',
            },
          })}
        />
      </MayChange>
    </Row>
  );
}

/** Something that happens when the clock gets there. */
interface Upcoming {
  readonly key: string;
  readonly kind: 'event' | 'schedule' | 'sleep';
  readonly at: number;
  readonly text: string;
  /** The run that sleeps. */
  readonly run?: string;
}

/** The events after an instant, and the sleeps and schedules that follow the clock, which come next. */
const upcomingQuery = (from: string, clockId: string | undefined) =>
  queryOptions({
    queryKey: ['time', 'upcoming', from, clockId ?? 'own'],
    queryFn: async (): Promise<readonly Upcoming[]> => {
      const [{ events }, { items }, { items: sleeps }] = await Promise.all([
        api.GET('/v1/list-events', { time_range: `${from}/9999-12-31T23:59:59Z`, limit: 6 }),
        api.GET('/api/v1/schedules'),
        api.GET('/api/v1/sleeps', { limit: 6, clock_id: clockId }),
      ]);
      const followed = items.filter(({ clock }) => clockId === undefined && clock === 'account');
      return [
        ...followed.flatMap(({ name, next }) =>
          next.map((at): Upcoming => ({ key: `${name} ${at}`, kind: 'schedule', at, text: name })),
        ),
        ...sleeps.map(({ run, step, name, workflow, until }): Upcoming => {
          const text = name === workflow ? name : `${workflow}: ${name}`;
          return { key: `${run} ${step}`, kind: 'sleep', at: until, text, run };
        }),
        ...events.map(({ event_id, time, description }): Upcoming => {
          return { key: event_id, kind: 'event', at: Date.parse(time), text: description || event_id };
        }),
      ]
        .toSorted((one, other) => one.at - other.at)
        .slice(0, 6);
    },
  });

/** What happens when the clock gets there: the next events, schedules, and runs that wake. */
export function UpcomingList({ clockId, reading }: ClockProps) {
  const { t, dateTime, distance } = useTexts('time');
  const now = useTicking(reading);
  // Asked anew each minute of the clock, and at every move.
  const minute = toApi(Math.floor(now / 60_000) * 60_000);
  const upcoming = useQuery(upcomingQuery(minute, clockId));
  return (
    <Section title={t('upcoming.title')}>
      <QueryList
        query={{ ...upcoming, data: upcoming.data?.filter(({ at }) => at > now) }}
        empty={{
          icon: IconHourglass,
          title: t('upcoming.empty'),
          text: t('upcoming.emptyText'),
          children: (
            <LinkButton to="/time/timelines" variant="light">
              {t('upcoming.record')}
            </LinkButton>
          ),
        }}
        row={({ key, kind, at, text, run }) => (
          <Row
            key={key}
            icon={kindIcons[kind]}
            iconLabel={t(`upcoming.${kind}`)}
            name={
              run === undefined ? (
                text
              ) : (
                <Anchor
                  inherit
                  renderRoot={(props) => <Link {...props} to="/workflows/runs/$id" params={{ id: run }} />}
                >
                  {text}
                </Anchor>
              )
            }
            details={[`${distance(at - now)} · ${dateTime(at)} UTC`]}
          >
            <RowButton
              scope="time"
              text={t('clock.goThere')}
              variant="light"
              action={() =>
                operateClock(clockId, {
                  path: 'travel',
                  destination_time: toApi(at),
                  location: reading.location ?? t('clock.nowhere'),
                })
              }
            />
          </Row>
        )}
      />
    </Section>
  );
}

const kindIcons = { event: IconCalendarEvent, schedule: IconRepeat, sleep: IconZzz } as const;
