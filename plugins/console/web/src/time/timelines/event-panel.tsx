import { Group, Stack, Text, Title, UnstyledButton } from '@mantine/core';
import {
  type Icon,
  IconArrowBackUp,
  IconArrowDownRight,
  IconArrowUpRight,
  IconClockEdit,
  IconHistory,
  IconWand,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, use, useMemo, useState } from 'react';
import { MayChange } from '../../session/session.ts';
import { RowButton, useAction } from '../../shared/action.tsx';
import { api } from '../../shared/api.ts';
import { useTexts } from '../../shared/i18n.ts';
import { QueryState } from '../../shared/list.tsx';
import { Dimmed, ErrorNote } from '../../shared/page.tsx';
import { Shown, useRevert, useTakeBack } from './shown-timeline.ts';
import type { TimelineEvent } from './timeline-event.ts';
import classes from './timelines.module.css';

/** All about one event: what led to it, what it led to, and what can be done with it. */
export function EventPanel(props: {
  readonly event: TimelineEvent;
  readonly onChange: () => void;
  readonly onMove: () => void;
}) {
  const { event, onChange, onMove } = props;
  const { byId } = use(Shown);
  const effects = useMemo(() => [...byId.values()].filter(({ causes }) => causes.includes(event.id)), [byId, event.id]);
  const { t, dateTime, minutes } = useTexts('time');
  const { api: fields } = event;
  const revertEvent = useRevert();
  const revert = useAction(() => revertEvent(event.id));
  return (
    <Stack gap="md">
      <div>
        <Title order={2} size="h3" className={classes.wrap}>
          {event.text}
        </Title>
        <Dimmed className={classes.wrap}>
          {dateTime(event.start)}
          {event.end !== event.start && ` – ${dateTime(event.end)}`} UTC · {event.location}
        </Dimmed>
        <Dimmed size="xs" ff="monospace" className={classes.wrap}>
          {event.id}
        </Dimmed>
      </div>
      <MayChange scope="time">
        <Group gap="xs">
          <RowButton text={t('event.change')} variant="filled" icon={IconWand} onClick={onChange} />
          <RowButton text={t('event.move')} icon={IconClockEdit} onClick={onMove} />
          {fields.manipulation !== undefined && (
            <RowButton text={t('event.revert')} icon={IconArrowBackUp} action={revert} />
          )}
        </Group>
      </MayChange>
      <ErrorNote error={revert.error} />
      <Part title={t('event.causes')} empty={t('event.noCauses')} count={event.causes.length}>
        {(fields.causes ?? []).map(({ event_id, min_delay, max_delay }) => {
          const delays = [
            min_delay && min_delay !== '0m' && t('event.atLeast', { delay: minutes(min_delay) }),
            max_delay && t('event.atMost', { delay: minutes(max_delay) }),
          ];
          return (
            <EventLink
              key={event_id}
              id={event_id}
              icon={IconArrowDownRight}
              note={delays.filter(Boolean).join(', ')}
            />
          );
        })}
      </Part>
      <Part title={t('event.consequences')} empty={t('event.noEffects')} count={effects.length}>
        {effects.map((effect) => (
          <EventLink key={effect.id} id={effect.id} icon={IconArrowUpRight} />
        ))}
      </Part>
      {event.participants.length > 0 && (
        <Part title={t('event.participants')}>
          <Text size="sm">{event.participants.join(', ')}</Text>
        </Part>
      )}
      <Facts title={t('event.requires')} facts={fields.requires} />
      <Facts title={t('event.effects')} facts={fields.effects} />
      <History key={event.id} event={event} />
    </Stack>
  );
}

/** @param props `empty` is shown for a `count` of 0 */
function Part(props: {
  readonly title: string;
  readonly count?: number;
  readonly empty?: string;
  readonly children: ReactNode;
}) {
  return (
    <div>
      <Text size="sm" fw={600}>
        {props.title}
      </Text>
      {props.count === 0 ? <Dimmed>{props.empty}</Dimmed> : props.children}
    </div>
  );
}

/** A line that leads to an event. */
export function EventLink(props: { readonly id: string; readonly icon?: Icon | undefined; readonly note?: string }) {
  const { t, dateTime } = useTexts('time');
  const { byId, onSelect } = use(Shown);
  const { id, note = '' } = props;
  const icon = props.icon && <props.icon size={15} aria-hidden />;
  const event = byId.get(id);
  if (event === undefined) {
    return (
      <Dimmed className={classes.link}>
        {icon} {t('event.notHere', { id })}
      </Dimmed>
    );
  }
  return (
    <UnstyledButton className={classes.link} onClick={() => onSelect(id)}>
      {icon}
      <span className={classes.wrap}>
        {event.text}
        <span className={classes.small}>
          {dateTime(event.start)}
          {note !== '' && ` · ${note}`}
        </span>
      </span>
    </UnstyledButton>
  );
}

function Facts({ title, facts }: { readonly title: string; readonly facts: object | undefined }) {
  if (facts === undefined) return null;
  return (
    <Part title={title}>
      {Object.entries(facts).map(([key, value]) => (
        <Text key={key} size="sm" ff="monospace" className={classes.wrap}>
          {key} = {JSON.stringify(value)}
        </Text>
      ))}
    </Part>
  );
}

function History({ event }: { readonly event: TimelineEvent }) {
  const takeBack = useTakeBack();
  const { t, dateTime } = useTexts('time');
  const [wanted, setWanted] = useState(false);
  const history = useQuery({
    queryKey: ['time', 'history', event.id],
    queryFn: async () => (await api.GET('/v1/event-history', { event_id: event.id })).versions,
    enabled: wanted,
  });
  if (!wanted) {
    return (
      <RowButton
        text={t('event.history')}
        icon={IconHistory}
        style={{ alignSelf: 'flex-start' }}
        onClick={() => setWanted(true)}
      />
    );
  }
  return (
    <Part title={t('event.history')}>
      <QueryState query={history}>
        {(versions) => (
          <ol className={classes.versions}>
            {versions.map((version, at) => (
              <li key={`${version.request_id} ${version.event_id} ${version.operation} ${version.time}`}>
                <Text size="sm" className={classes.wrap}>
                  {t(`operation.${version.operation}`)} · {version.timeline_id}
                </Text>
                <Dimmed size="xs" className={classes.wrap}>
                  {dateTime(version.recorded_at)} · {version.description}
                </Dimmed>
                {version.operation === 'reschedule' && at === versions.length - 1 && (
                  <RowButton
                    scope="time"
                    text={t('move.takeBack')}
                    size="compact-xs"
                    variant="light"
                    icon={IconArrowBackUp}
                    onClick={() => takeBack(event.id)}
                  />
                )}
              </li>
            ))}
          </ol>
        )}
      </QueryState>
    </Part>
  );
}
