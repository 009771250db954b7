import { NumberInput, Stack, Text, TextInput, Title } from '@mantine/core';
import { IconAlertTriangle, IconArrowRight, IconRoute } from '@tabler/icons-react';
import { use, useMemo } from 'react';
import { ActionButton, notify, notifyUndo } from '../../shared/action.tsx';
import { type Answer, api, refresh } from '../../shared/api.ts';
import { Form, useFields } from '../../shared/form.tsx';
import { dotted, useTexts } from '../../shared/i18n.ts';
import { Notice } from '../../shared/page.tsx';
import { toField } from '../shared/instants.ts';
import { momentInput, typedMoment } from './event-fields.tsx';
import { EventLink } from './event-panel.tsx';
import { type ChangeProps, type Preview, Shown, useBreaks, useTakeBack } from './shown-timeline.ts';

type Rescheduled = Answer<'/v1/reschedule', 'post'>;

/** Moves an event, and by the delays of causes what must move with it: tried first, then done. */
export function MoveForm({ event, to, onPreview }: ChangeProps & { readonly to: number }) {
  const { t } = useTexts('time');
  const { timeline } = use(Shown);
  const { id: event_id } = event;
  const takeBack = useTakeBack();
  const [field, reschedule] = useFields(
    { time: toField(to) },
    ({ time }, dry_run: boolean) =>
      api.POST('/v1/reschedule', { body: { event_id, timeline_id: timeline, time: typedMoment(time), dry_run } }),
    {
      stays: (dryRun) => dryRun,
      onSuccess: async (answer, dryRun) => {
        if (dryRun) return onPreview(previewOf(answer));
        notifyUndo(t('move.done', { count: answer.moved.length }), () => takeBack(event_id));
        await refresh('time');
      },
    },
  );
  const result = reschedule.isSent ? reschedule.data : undefined;
  return (
    <Form
      sending={{ ...reschedule, mutate: () => reschedule.mutate(true) }}
      submit={t('change.try')}
      result={result && <MoveResult result={result} make={{ ...reschedule, mutate: () => reschedule.mutate(false) }} />}
    >
      <Title order={2} size="h3">
        {t('move.title')}
      </Title>
      <Text size="sm">{event.text}</Text>
      <TextInput {...momentInput} required label={t('move.to')} description={t('move.hint')} {...field('time')} />
    </Form>
  );
}

function previewOf({ moved, critical_path, conflicts }: Rescheduled): Preview {
  return {
    moves: new Map(moved.map(({ event_id, to }) => [event_id, Date.parse(to)])),
    paths: [{ ids: critical_path, tone: 'accent' }],
    affected: new Set(conflicts.map(({ event_id }) => event_id)),
  };
}

/** What a move brings about: what breaks, what moves to when, what then decides when the plan ends; and the move itself. */
function MoveResult(props: {
  readonly result: Rescheduled;
  readonly make: { readonly mutate: () => void; readonly isPending: boolean };
}) {
  const { t, dateTime, minutes } = useTexts('time');
  const { result, make } = props;
  const breaksOf = useBreaks();
  const { byId } = use(Shown);
  const { moved, conflicts, slack, critical_path } = result;
  const slackOf = new Map(slack.map((each) => [each.event_id, each.slack]));
  return (
    <Stack gap="sm" data-testid="move-result">
      {conflicts.map(({ event_id, reason, needed }) => (
        <Notice key={event_id} tone="warn" icon={IconAlertTriangle} title={byId.get(event_id)?.text ?? event_id}>
          {t(`conflict.${reason}`)} {t('conflict.needed', { time: dateTime(needed) })}
        </Notice>
      ))}
      <Text size="sm" fw={600}>
        {t('move.moved', { count: moved.length })}
      </Text>
      {moved.slice(0, 50).map(({ event_id, to }) => (
        <EventLink
          key={event_id}
          id={event_id}
          icon={IconArrowRight}
          note={dotted(
            `→ ${dateTime(to)}`,
            slackOf.has(event_id) && t('plan.slackIs', { slack: minutes(slackOf.get(event_id) ?? '') }),
          )}
        />
      ))}
      {critical_path.length > 0 && (
        <Text size="sm">
          <IconRoute size={15} aria-hidden />{' '}
          {t('move.critical', { path: critical_path.map((id) => byId.get(id)?.text ?? id).join(' → ') })}
        </Text>
      )}
      {moved.length > 0 && (
        <ActionButton action={make} ask={breaksOf(result)}>
          {t('move.make', { count: moved.length })}
        </ActionButton>
      )}
    </Stack>
  );
}

/** How many people and places are asked about: those with the most events. */
const asked = 8;

type Many = Readonly<Record<string, number | string>>;

/** What there is a number of; where none is typed, the host takes its own. */
const numbers = (many: Many): Record<string, number> =>
  Object.fromEntries(Object.entries(many).flatMap(([name, value]) => (value === '' ? [] : [[name, Number(value)]])));

/** The names with the most events first. */
function commonest(names: readonly string[]): readonly string[] {
  const counts = Map.groupBy(names, (name) => name);
  const byCount = [...counts].toSorted(([, one], [, other]) => other.length - one.length);
  return byCount.slice(0, asked).map(([name]) => name);
}

/** Moves events so that nobody is needed twice at once: tried first, which shows what moves, then made. */
export function LevelForm() {
  const { t } = useTexts('time');
  const { timeline, byId } = use(Shown);
  const takeBack = useTakeBack();
  const known = useMemo(() => {
    const events = [...byId.values()];
    return {
      people: commonest(events.flatMap(({ participants }) => participants)),
      places: commonest(events.map(({ location }) => location)),
    };
  }, [byId]);
  const [field, level] = useFields(
    { capacities: {} as Many, places: {} as Many },
    ({ capacities, places }, dry_run: boolean) =>
      api.POST('/v1/level-resources', {
        body: { timeline_id: timeline, capacities: numbers(capacities), places: numbers(places), dry_run },
      }),
    {
      stays: (dryRun) => dryRun,
      onSuccess: async ({ moved }, dryRun) => {
        if (dryRun) return;
        const [first] = moved;
        if (first === undefined) notify(t('move.moved', { count: 0 }));
        else notifyUndo(t('move.done', { count: moved.length }), () => takeBack(first.event_id));
        await refresh('time');
      },
    },
  );
  const inputs = (names: readonly string[], of: 'capacities' | 'places', usual: string) => {
    const { value: many, onChange } = field(of);
    return names.map((name) => (
      <NumberInput
        key={name}
        label={name}
        placeholder={usual}
        min={0}
        value={many[name] ?? ''}
        onChange={(value) => onChange({ ...many, [name]: value })}
      />
    ));
  };
  const result = level.isSent ? level.data : undefined;
  return (
    <Form
      sending={{ ...level, mutate: () => level.mutate(true) }}
      submit={t('change.try')}
      result={result && <MoveResult result={result} make={{ ...level, mutate: () => level.mutate(false) }} />}
    >
      <Text size="sm">{t('level.text')}</Text>
      {known.people.length > 0 && <Text fw={560}>{t('level.people')}</Text>}
      {inputs(known.people, 'capacities', '1')}
      <Text fw={560}>{t('level.places')}</Text>
      {inputs(known.places, 'places', t('level.any'))}
    </Form>
  );
}
