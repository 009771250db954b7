import { Button, Group, Stack, Text, Title, UnstyledButton } from '@mantine/core';
import { IconArrowBackUp, IconArrowDownRight, IconArrowUpRight, IconClockEdit, IconWand } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api, read } from '../../shared/api.ts';
import { ErrorNote } from '../../shared/error-note.tsx';
import { QueryState } from '../../shared/query-state.tsx';
import { useInstants } from '../shared/instants.ts';
import type { TimelineEvent } from './timeline-event.ts';
import { historyQuery, refreshTime } from './timeline-queries.ts';
import classes from './timelines.module.css';

interface Props {
  readonly event: TimelineEvent;
  readonly timeline: string;
  readonly byId: ReadonlyMap<string, TimelineEvent>;
  readonly effects: readonly TimelineEvent[];
  readonly onSelect: (id: string) => void;
  readonly onChange: () => void;
  readonly onMove: () => void;
}

/** All about one event: what led to it, what it led to, and what can be done with it. */
export function EventPanel({ event, timeline, byId, effects, onSelect, onChange, onMove }: Props) {
  const { t } = useTranslation('time');
  const { dateTime } = useInstants();
  const { api: fields } = event;
  const revert = useMutation({
    mutationFn: () => read(api.POST('/v1/revert-event', { body: { event_id: event.id, timeline_id: timeline } })),
    onSuccess: async ({ original_event_id }) => {
      onSelect(original_event_id);
      await refreshTime();
    },
  });
  return (
    <Stack gap="md">
      <div>
        <Title order={2} size="h3" className={classes.wrap}>
          {event.text}
        </Title>
        <Text size="sm" c="dimmed" className={classes.wrap}>
          {dateTime(event.start)}
          {event.end !== event.start && ` – ${dateTime(event.end)}`} UTC · {event.location}
        </Text>
        <Text size="xs" c="dimmed" ff="monospace" className={classes.wrap}>
          {event.id}
        </Text>
      </div>
      <Group gap="xs">
        <Button size="xs" leftSection={<IconWand size={15} aria-hidden />} onClick={onChange}>
          {t('event.change')}
        </Button>
        <Button size="xs" variant="default" leftSection={<IconClockEdit size={15} aria-hidden />} onClick={onMove}>
          {t('event.move')}
        </Button>
        {fields.manipulation !== undefined && (
          <Button
            size="xs"
            variant="default"
            leftSection={<IconArrowBackUp size={15} aria-hidden />}
            loading={revert.isPending}
            onClick={() => revert.mutate()}
          >
            {t('event.revert')}
          </Button>
        )}
      </Group>
      {revert.error !== null && <ErrorNote error={revert.error} />}
      <Part title={t('event.causes')} empty={t('event.noCauses')} count={event.causes.length}>
        {(fields.causes ?? []).map(({ event_id, min_delay, max_delay }) => (
          <EventLink
            key={event_id}
            id={event_id}
            event={byId.get(event_id)}
            icon={<IconArrowDownRight size={15} aria-hidden />}
            note={[
              min_delay && t('event.atLeast', { delay: min_delay }),
              max_delay && t('event.atMost', { delay: max_delay }),
            ]
              .filter(Boolean)
              .join(', ')}
            onSelect={onSelect}
          />
        ))}
      </Part>
      <Part title={t('event.consequences')} empty={t('event.noEffects')} count={effects.length}>
        {effects.map((effect) => (
          <EventLink
            key={effect.id}
            id={effect.id}
            event={effect}
            icon={<IconArrowUpRight size={15} aria-hidden />}
            note=""
            onSelect={onSelect}
          />
        ))}
      </Part>
      {event.participants.length > 0 && (
        <div>
          <Text size="sm" fw={600}>
            {t('event.participants')}
          </Text>
          <Text size="sm">{event.participants.join(', ')}</Text>
        </div>
      )}
      <Facts title={t('event.requires')} facts={fields.requires} />
      <Facts title={t('event.effects')} facts={fields.effects} />
      <History key={event.id} event={event} />
    </Stack>
  );
}

function Part(props: {
  readonly title: string;
  readonly count: number;
  readonly empty: string;
  readonly children: ReactNode;
}) {
  return (
    <div>
      <Text size="sm" fw={600}>
        {props.title}
      </Text>
      {props.count === 0 ? (
        <Text size="sm" c="dimmed">
          {props.empty}
        </Text>
      ) : (
        props.children
      )}
    </div>
  );
}

/** A line that leads to an event. */
export function EventLink(props: {
  readonly id: string;
  readonly event: TimelineEvent | undefined;
  readonly icon: ReactNode;
  readonly note: string;
  readonly onSelect: (id: string) => void;
}) {
  const { t } = useTranslation('time');
  const { dateTime } = useInstants();
  const { id, event, icon, note } = props;
  if (event === undefined) {
    return (
      <Text size="sm" c="dimmed" className={classes.link}>
        {icon} {t('event.notHere', { id })}
      </Text>
    );
  }
  return (
    <UnstyledButton className={classes.link} onClick={() => props.onSelect(id)}>
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
    <div>
      <Text size="sm" fw={600}>
        {title}
      </Text>
      {Object.entries(facts).map(([key, value]) => (
        <Text key={key} size="sm" ff="monospace" className={classes.wrap}>
          {key} = {JSON.stringify(value)}
        </Text>
      ))}
    </div>
  );
}

function History({ event }: { readonly event: TimelineEvent }) {
  const { t } = useTranslation('time');
  const { dateTime } = useInstants();
  const [wanted, setWanted] = useState(false);
  const history = useQuery({ ...historyQuery(event.id), enabled: wanted });
  if (!wanted) {
    return (
      <Button size="xs" variant="subtle" onClick={() => setWanted(true)}>
        {t('event.history')}
      </Button>
    );
  }
  return (
    <div>
      <Text size="sm" fw={600}>
        {t('event.history')}
      </Text>
      <QueryState query={history}>
        {(versions) => (
          <ol className={classes.versions}>
            {versions.map((version) => (
              <li key={`${version.request_id} ${version.event_id} ${version.operation} ${version.time}`}>
                <Text size="sm" className={classes.wrap}>
                  {t(`operation.${version.operation}`)} · {version.timeline_id}
                </Text>
                <Text size="xs" c="dimmed" className={classes.wrap}>
                  {dateTime(Date.parse(version.recorded_at))} · {version.description}
                </Text>
              </li>
            ))}
          </ol>
        )}
      </QueryState>
    </div>
  );
}
