import { Group, Skeleton, Stack, TextInput, Title } from '@mantine/core';
import { IconArrowsDiff, IconGitBranch, IconGitMerge, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { MayChange } from '../../../session/session.ts';
import { ActionButton } from '../../../shared/action.tsx';
import { api, refresh } from '../../../shared/api.ts';
import { DialogButton, Form, useFields } from '../../../shared/form.tsx';
import { useTexts } from '../../../shared/i18n.ts';
import { QueryState } from '../../../shared/list.tsx';
import { Dimmed } from '../../../shared/page.tsx';
import { useChosen, useTimelineDeletion } from '../shown-timeline.ts';
import { primary, type Timeline, timelinesQuery } from '../timeline-queries.ts';
import { MergeForm } from './merge-form.tsx';

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
        <MayChange scope="time">
          <DialogButton text={t('branch.create')} icon={IconGitBranch}>
            <BranchForm base={chosen} onCreated={choose} />
          </DialogButton>
        </MayChange>
        {base !== undefined && (
          <>
            <ActionButton
              variant="default"
              icon={IconArrowsDiff}
              onClick={() => void go({ view: 'compare', timeline: base, other: chosen })}
            >
              {t('branch.compare')}
            </ActionButton>
            <MayChange scope="time">
              <DialogButton
                text={t('branch.merge')}
                title={t('merge.title')}
                icon={IconGitMerge}
                variant="default"
                size="lg"
              >
                <MergeForm timeline={chosen} base={base} onMerged={() => choose(base)} />
              </DialogButton>
            </MayChange>
            <MayChange scope="time">
              <ActionButton
                variant="default"
                icon={IconTrash}
                loading={remove.isPending}
                onClick={() => remove.mutate({ timeline: chosen, parent: base })}
                ask={ask}
              >
                {t('branch.delete')}
              </ActionButton>
            </MayChange>
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
