import { Button, Group, Radio, Skeleton, Stack, Text, TextInput, Title } from '@mantine/core';
import { IconArrowsDiff, IconGitBranch, IconGitMerge, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, use, useEffect, useMemo, useState } from 'react';
import { ActionButton, useAction } from '../../../shared/action.tsx';
import { api, refresh } from '../../../shared/api.ts';
import { Close, DialogButton, Form, useFields } from '../../../shared/form.tsx';
import { useTexts } from '../../../shared/i18n.ts';
import { Loading, QueryState } from '../../../shared/list.tsx';
import { Dimmed, ErrorNote } from '../../../shared/page.tsx';
import { CheckResult } from '../check-result.tsx';
import {
  type Attempt,
  type Conflict,
  conflictsOf,
  eventsQuery,
  primary,
  refusalOf,
  Shown,
  type Timeline,
  timelinesQuery,
  useChosen,
  useTimelineDeletion,
} from '../shown-timeline.ts';
import type { TimelineEvent } from '../timeline-event.ts';

const BranchGraph = lazy(() => import('./branch-graph.tsx'));

/** The timelines as a graph, and what can be done with the one that is chosen. */
export function BranchesView() {
  const query = useQuery(timelinesQuery);
  return <QueryState query={query}>{(timelines) => <Branches timelines={timelines} />}</QueryState>;
}

function Branches({ timelines }: { readonly timelines: readonly Timeline[] }) {
  const { t } = useTexts('time');
  const { timeline: chosen, choose, go } = useChosen();
  const timeline = timelines.find(({ timeline_id }) => timeline_id === chosen);
  const base = timeline?.base_timeline_id;
  const remove = useTimelineDeletion();
  const ask = {
    title: t('branch.delete'),
    text: t('branch.deleteText', { name: timeline?.description }),
    confirm: t('action.delete'),
    color: 'red',
  } as const;
  return (
    <Stack gap="md">
      {/* As high as the graph, so that nothing moves away from under a click. */}
      <Suspense fallback={<Skeleton height="20rem" />}>
        <BranchGraph timelines={timelines} chosen={chosen} onChoose={choose} />
      </Suspense>
      <Title order={2} size="h3">
        {chosen === primary ? t('branch.primary') : timeline?.description}
      </Title>
      <Group gap="xs">
        <DialogButton scope="time" text={t('branch.create')} icon={IconGitBranch}>
          <BranchForm base={chosen} onCreated={choose} />
        </DialogButton>
        {base !== undefined && (
          <>
            <ActionButton
              variant="default"
              icon={IconArrowsDiff}
              onClick={() => void go({ view: 'compare', timeline: base, other: chosen })}
            >
              {t('branch.compare')}
            </ActionButton>
            <DialogButton
              scope="time"
              text={t('branch.merge')}
              title={t('merge.title')}
              icon={IconGitMerge}
              variant="default"
              size="lg"
            >
              <MergeForm timeline={chosen} base={base} onMerged={() => choose(base)} />
            </DialogButton>
            <ActionButton
              scope="time"
              variant="default"
              icon={IconTrash}
              loading={remove.isPending}
              onClick={() => remove.mutate({ timeline: chosen, parent: base })}
              ask={ask}
            >
              {t('branch.delete')}
            </ActionButton>
          </>
        )}
      </Group>
      <Dimmed>{t('branch.hint')}</Dimmed>
    </Stack>
  );
}

function BranchForm(props: { readonly base: string; readonly onCreated: (timeline: string) => Promise<void> }) {
  const { t } = useTexts('time');
  const [field, create] = useFields({ description: '' }, async (typed) => {
    const { timeline_id } = await api.POST('/v1/create-timeline', { body: { base_timeline_id: props.base, ...typed } });
    await refresh('time');
    await props.onCreated(timeline_id);
  });
  return (
    <Form sending={create} submit={t('branch.create')}>
      <TextInput
        required
        data-autofocus
        label={t('branch.purpose')}
        placeholder={t('branch.purposeExample')}
        {...field('description')}
      />
    </Form>
  );
}

type Side = 'timeline' | 'base';

/** Merges a branch into its base: tried at once, conflicts settled one by one, then done. */
function MergeForm(props: {
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
