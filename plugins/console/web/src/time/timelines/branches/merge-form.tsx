import { Button, Radio, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { use, useEffect, useMemo, useState } from 'react';
import { useAction } from '../../../shared/action.tsx';
import { api, refresh } from '../../../shared/api.ts';
import { Close } from '../../../shared/form.tsx';
import { useTexts } from '../../../shared/i18n.ts';
import { Loading } from '../../../shared/list.tsx';
import { ErrorNote } from '../../../shared/page.tsx';
import { CheckResult } from '../check-result.tsx';
import { Shown } from '../shown-timeline.ts';
import type { TimelineEvent } from '../timeline-event.ts';
import { type Attempt, type Conflict, conflictsOf, eventsQuery, refusalOf } from '../timeline-queries.ts';

type Side = 'timeline' | 'base';

/** Merges a branch into its base: tried at once, conflicts settled one by one, then done. */
export function MergeForm(props: {
  readonly timeline: string;
  readonly base: string;
  readonly onMerged: () => Promise<void>;
}) {
  const { t } = useTexts('time');
  const { timeline, base } = props;
  const close = use(Close);
  const onBranch = useEvents(timeline);
  const onBase = useEvents(base);
  const [conflicts, setConflicts] = useState<readonly Conflict[]>([]);
  const [chosen, setChosen] = useState<Readonly<Record<string, Side>>>({});
  const merge = useAction(
    ({ dryRun, safetyCheck }: Attempt) =>
      api.POST('/v1/merge-timeline', {
        body: { timeline_id: timeline, dry_run: dryRun, safety_check: safetyCheck, resolve: { ...chosen } },
      }),
    {
      onSuccess: async (_, { dryRun }) => {
        if (dryRun) return;
        close?.();
        await refresh('time');
        await props.onMerged();
      },
      onError: (error) => setConflicts((known) => mergedConflicts(known, conflictsOf(error) ?? [])),
    },
  );
  const { mutate } = merge;
  const open = conflicts.filter((conflict) => chosen[idOf(conflict)] === undefined);
  // Tried when the dialog opens, and again once every conflict has a side.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each choice is tried
  useEffect(() => {
    if (open.length === 0) mutate({ dryRun: true, safetyCheck: true });
  }, [chosen]);

  const textOn = ({ on_timeline, on_base }: Conflict, side: Side) =>
    (side === 'timeline' ? onBranch.get(on_timeline) : onBase.get(on_base ?? ''))?.text ?? t('merge.gone');
  const refusal = refusalOf(merge.error);
  const done = merge.data !== undefined && merge.error === null && open.length === 0;
  return (
    <Shown value={{ timeline, byId: onBranch, onSelect: () => undefined }}>
      <Stack gap="md">
        {conflicts.length > 0 && <Text size="sm">{t('merge.conflicts', { count: conflicts.length })}</Text>}
        {conflicts.map((conflict) => (
          <Radio.Group
            key={idOf(conflict)}
            p="sm"
            bd="1px solid var(--cs-line)"
            bdrs="md"
            label={t('merge.which', { id: idOf(conflict) })}
            value={chosen[idOf(conflict)] ?? null}
            onChange={(side) => setChosen({ ...chosen, [idOf(conflict)]: side === 'timeline' ? 'timeline' : 'base' })}
          >
            <Stack gap="xs" mt="xs">
              {(['timeline', 'base'] as const).map((side) => (
                <Radio key={side} value={side} label={t(`merge.${side}`)} description={textOn(conflict, side)} />
              ))}
            </Stack>
          </Radio.Group>
        ))}
        {merge.isPending && <Loading lines={2} />}
        {conflictsOf(merge.error) === undefined && refusal === undefined && <ErrorNote error={merge.error} />}
        {refusal !== undefined && (
          <>
            <CheckResult of={refusal} />
            <Button color="red" variant="light" onClick={() => merge.mutate({ dryRun: false, safetyCheck: false })}>
              {t('merge.force')}
            </Button>
          </>
        )}
        {done && (
          <>
            <Text size="sm">{t('merge.would', { count: merge.data.merged.length })}</Text>
            <CheckResult of={merge.data} />
            <Button
              disabled={merge.data.merged.length === 0}
              onClick={() => merge.mutate({ dryRun: false, safetyCheck: true })}
            >
              {t('merge.make')}
            </Button>
          </>
        )}
      </Stack>
    </Shown>
  );
}

function useEvents(timeline: string): ReadonlyMap<string, TimelineEvent> {
  const { data } = useQuery(eventsQuery(timeline));
  return useMemo(() => new Map((data ?? []).map((event) => [event.id, event])), [data]);
}

function idOf({ event_id, on_timeline }: Conflict): string {
  return event_id ?? on_timeline;
}

/** A conflict stays listed after it has a side, so that the choice can be changed. */
function mergedConflicts(known: readonly Conflict[], found: readonly Conflict[]): readonly Conflict[] {
  const ids = new Set(known.map(idOf));
  return [...known, ...found.filter((conflict) => !ids.has(idOf(conflict)))];
}
