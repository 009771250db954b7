import { Button, Group, Skeleton, Stack, Text, TextInput, Title } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { modals } from '@mantine/modals';
import { IconArrowsDiff, IconGitBranch, IconGitMerge, IconTrash } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api, read } from '../../../shared/api.ts';
import { Dialog } from '../../../shared/dialog.tsx';
import { Form } from '../../../shared/form.tsx';
import { useTimelineDeletion } from '../timeline-deletion.ts';
import { primary, refreshTime, type Timeline } from '../timeline-queries.ts';
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
  const [branching, branch] = useDisclosure();
  const [merging, merge] = useDisclosure();
  const timeline = timelines.find(({ timeline_id }) => timeline_id === chosen);
  const base = timeline?.base_timeline_id;
  const remove = useTimelineDeletion(onChoose);
  const askThenDelete = () =>
    modals.openConfirmModal({
      title: t('branch.delete'),
      children: <Text size="sm">{t('branch.deleteText', { name: timeline?.description })}</Text>,
      labels: { confirm: t('action.delete'), cancel: t('action.cancel') },
      confirmProps: { color: 'red' },
      closeButtonProps: { 'aria-label': t('action.close') },
      onConfirm: () => remove.mutate({ timeline: chosen, parent: base ?? primary }),
    });
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
        <Button leftSection={<IconGitBranch size={17} aria-hidden />} onClick={branch.open}>
          {t('branch.create')}
        </Button>
        {base !== undefined && (
          <>
            <Button
              variant="default"
              leftSection={<IconArrowsDiff size={17} aria-hidden />}
              onClick={() => onCompare(base, chosen)}
            >
              {t('branch.compare')}
            </Button>
            <Button variant="default" leftSection={<IconGitMerge size={17} aria-hidden />} onClick={merge.open}>
              {t('branch.merge')}
            </Button>
            <Button
              variant="default"
              leftSection={<IconTrash size={17} aria-hidden />}
              loading={remove.isPending}
              onClick={askThenDelete}
            >
              {t('branch.delete')}
            </Button>
          </>
        )}
      </Group>
      <Text size="sm" c="dimmed">
        {t('branch.hint')}
      </Text>
      <Dialog opened={branching} onClose={branch.close} title={t('branch.create')}>
        <BranchForm
          base={chosen}
          onCreated={(id) => {
            branch.close();
            onChoose(id);
          }}
        />
      </Dialog>
      <Dialog opened={merging} onClose={merge.close} title={t('merge.title')} size="lg">
        {base !== undefined && (
          <MergeForm
            timeline={chosen}
            base={base}
            onMerged={() => {
              merge.close();
              onChoose(base);
            }}
          />
        )}
      </Dialog>
    </Stack>
  );
}

function BranchForm(props: { readonly base: string; readonly onCreated: (timeline: string) => void }) {
  const { t } = useTranslation('time');
  const [description, setDescription] = useState('');
  const create = useMutation({
    mutationFn: () => read(api.POST('/v1/create-timeline', { body: { base_timeline_id: props.base, description } })),
    onSuccess: async ({ timeline_id }) => {
      await refreshTime();
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
        value={description}
        onChange={({ currentTarget }) => setDescription(currentTarget.value)}
      />
    </Form>
  );
}
