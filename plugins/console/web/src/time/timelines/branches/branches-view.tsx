import { Group, Skeleton, Stack, Text, TextInput, Title } from '@mantine/core';
import { IconArrowsDiff, IconGitBranch, IconGitMerge, IconTrash } from '@tabler/icons-react';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { MayChange } from '../../../session/may-change.tsx';
import { ActionButton, useAction } from '../../../shared/action.tsx';
import { api } from '../../../shared/api.ts';
import { DialogButton } from '../../../shared/dialog.tsx';
import { Form } from '../../../shared/form.tsx';
import { refresh } from '../../../shared/query-client.ts';
import { useText } from '../../../shared/text.ts';
import { primary, type Timeline, useTimelineDeletion } from '../timeline-queries.ts';
import { MergeForm } from './merge-form.tsx';

const BranchGraph = lazy(() => import('./branch-graph.tsx'));

interface Props {
  readonly timelines: readonly Timeline[];
  readonly chosen: string;
  readonly onChoose: (timeline: string) => Promise<void>;
  readonly onCompare: (base: string, branch: string) => void;
}

/** The timelines as a graph, and what can be done with the one that is chosen. */
export function BranchesView({ timelines, chosen, onChoose, onCompare }: Props) {
  const { t } = useTranslation('time');
  const timeline = timelines.find(({ timeline_id }) => timeline_id === chosen);
  const base = timeline?.base_timeline_id;
  const remove = useTimelineDeletion(onChoose);
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
        <BranchGraph timelines={timelines} chosen={chosen} onChoose={onChoose} />
      </Suspense>
      <Title order={2} size="h3">
        {chosen === primary ? t('branch.primary') : timeline?.description}
      </Title>
      <Group gap="xs">
        <MayChange scope="time">
          <DialogButton text={t('branch.create')} icon={IconGitBranch}>
            {(close) => (
              <BranchForm
                base={chosen}
                onCreated={(id) => {
                  close();
                  void onChoose(id);
                }}
              />
            )}
          </DialogButton>
        </MayChange>
        {base !== undefined && (
          <>
            <ActionButton variant="default" icon={IconArrowsDiff} onClick={() => onCompare(base, chosen)}>
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
                {(close) => (
                  <MergeForm
                    timeline={chosen}
                    base={base}
                    onMerged={() => {
                      close();
                      void onChoose(base);
                    }}
                  />
                )}
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
      <Text size="sm" c="dimmed">
        {t('branch.hint')}
      </Text>
    </Stack>
  );
}

function BranchForm(props: { readonly base: string; readonly onCreated: (timeline: string) => void }) {
  const { t } = useTranslation('time');
  const [description, descriptionInput] = useText();
  const body = { base_timeline_id: props.base, description };
  const create = useAction(() => api.POST('/v1/create-timeline', { body }), {
    onSuccess: async ({ timeline_id }) => {
      await refresh('time');
      props.onCreated(timeline_id);
    },
  });
  return (
    <Form sending={create} submit={t('branch.create')}>
      <TextInput
        required
        data-autofocus
        label={t('branch.purpose')}
        placeholder={t('branch.purposeExample')}
        {...descriptionInput}
      />
    </Form>
  );
}
