import { Button, Group } from '@mantine/core';
import { IconTestPipe, IconTrash } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { api, read } from '../../shared/api.ts';
import { ErrorNote } from '../../shared/error-note.tsx';
import { Notice } from '../../shared/notice.tsx';
import classes from './header.module.css';
import { recordQuery } from './record-query.ts';

/** Says that a visit is invented, and deletes it. */
export function SampleNotice({ id }: { readonly id: string }) {
  const { t } = useTranslation('clinical');
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const remove = useMutation({
    mutationFn: () => read(api.DELETE('/api/v1/transcripts/{id}', { params: { path: { id } } })),
    onSuccess: async () => {
      await navigate({ to: '/clinical/today' });
      queryClient.removeQueries({ queryKey: recordQuery(id).queryKey });
      await queryClient.invalidateQueries({ queryKey: ['records'] });
    },
  });
  return (
    <div className={classes.sample}>
      <Notice tone="good" icon={IconTestPipe} title={t('sample.here')}>
        <Group gap="sm" justify="space-between">
          {t('sample.hereText')}
          <Button
            size="xs"
            variant="default"
            leftSection={<IconTrash size={15} aria-hidden />}
            loading={remove.isPending}
            onClick={() => remove.mutate()}
          >
            {t('sample.delete')}
          </Button>
        </Group>
        {remove.error !== null && <ErrorNote error={remove.error} />}
      </Notice>
    </div>
  );
}
