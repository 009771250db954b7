import { NumberInput, Text } from '@mantine/core';
import { use, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { notify, notifyUndo } from '../../shared/action.tsx';
import { api } from '../../shared/api.ts';
import { useFields } from '../../shared/fields.ts';
import { Form } from '../../shared/form.tsx';
import { refresh } from '../../shared/query-client.ts';
import { MoveResult } from './move-form.tsx';
import { Shown } from './shown-timeline.ts';
import { useTakeBack } from './taking-back.ts';

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
  const { t } = useTranslation('time');
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
