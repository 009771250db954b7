import { NumberInput, Stack, Text } from '@mantine/core';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ActionButton, notify, notifyUndo, useAction } from '../../shared/action.tsx';
import { api } from '../../shared/api.ts';
import { Form } from '../../shared/form.tsx';
import { refresh } from '../../shared/query-client.ts';
import { MoveResult } from './move-form.tsx';
import { useTakeBack } from './taking-back.ts';
import type { TimelineEvent } from './timeline-event.ts';

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
export function LevelForm(props: {
  readonly timeline: string;
  readonly byId: ReadonlyMap<string, TimelineEvent>;
  readonly onSelect: (id: string) => void;
  readonly onDone: () => void;
}) {
  const { t } = useTranslation('time');
  const { timeline, byId, onSelect, onDone } = props;
  const takeBack = useTakeBack(timeline, byId);
  const [capacities, setCapacities] = useState<Many>({});
  const [places, setPlaces] = useState<Many>({});
  const input = JSON.stringify([capacities, places]);
  const [tried, setTried] = useState<string>();
  const known = useMemo(() => {
    const events = [...byId.values()];
    return {
      people: commonest(events.flatMap(({ participants }) => participants)),
      places: commonest(events.map(({ location }) => location)),
    };
  }, [byId]);
  const level = useAction(
    (dry_run: boolean) =>
      api.POST('/v1/level-resources', {
        body: { timeline_id: timeline, capacities: numbers(capacities), places: numbers(places), dry_run },
      }),
    {
      onSuccess: async ({ moved }, dryRun) => {
        setTried(input);
        if (dryRun) return;
        onDone();
        const [first] = moved;
        if (first === undefined) notify(t('level.none'));
        else notifyUndo(t('move.done', { count: moved.length }), () => takeBack(first.event_id));
        await refresh('time');
      },
    },
  );
  const field = (names: readonly string[], many: Many, change: (next: Many) => void, usual: string) =>
    names.map((name) => (
      <NumberInput
        key={name}
        label={name}
        placeholder={usual}
        min={0}
        value={many[name] ?? ''}
        onChange={(value) => change({ ...many, [name]: value })}
      />
    ));
  const isTried = tried === input && level.data !== undefined;
  return (
    <Form sending={{ ...level, mutate: () => level.mutate(true) }} submit={t('change.try')} onCancel={onDone}>
      <Text size="sm">{t('level.text')}</Text>
      {known.people.length > 0 && <Text fw={560}>{t('level.people')}</Text>}
      {field(known.people, capacities, setCapacities, '1')}
      <Text fw={560}>{t('level.places')}</Text>
      {field(known.places, places, setPlaces, t('level.any'))}
      <div aria-live="polite">
        {isTried && (
          <Stack gap="sm">
            {level.data.moved.length === 0 && level.data.conflicts.length === 0 && <Text>{t('level.none')}</Text>}
            <MoveResult result={level.data} byId={byId} onSelect={onSelect} />
            {level.data.moved.length > 0 && (
              <ActionButton onClick={() => level.mutate(false)} loading={level.isPending}>
                {t('move.make', { count: level.data.moved.length })}
              </ActionButton>
            )}
          </Stack>
        )}
      </div>
    </Form>
  );
}
