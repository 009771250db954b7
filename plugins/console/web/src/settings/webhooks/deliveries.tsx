import { Button, Group } from '@mantine/core';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api, read } from '../../shared/api.ts';
import { ErrorNote } from '../../shared/error-note.tsx';
import { useFormat } from '../../shared/format.ts';
import rows from '../../shared/rows.module.css';

const deliveriesQuery = (id: string) =>
  queryOptions({
    queryKey: ['webhooks', id, 'deliveries'],
    queryFn: async () => (await read(api.GET('/api/v1/webhooks/{id}/deliveries', { params: { path: { id } } }))).items,
    refetchInterval: 15_000,
  });

/** What a webhook has not received, with why, and a button to send it now. */
export function Deliveries({ webhook }: { readonly webhook: string }) {
  const { t } = useTranslation('settings');
  const { dateTime } = useFormat();
  const queryClient = useQueryClient();
  const { data: waiting = [], error } = useQuery(deliveriesQuery(webhook));
  const retry = useMutation({
    mutationFn: (delivery: string) =>
      read(
        api.POST('/api/v1/webhooks/{id}/deliveries/{delivery}/retry', { params: { path: { id: webhook, delivery } } }),
      ),
    onSettled: () => queryClient.invalidateQueries({ queryKey: deliveriesQuery(webhook).queryKey }),
  });
  if (error !== null) return <ErrorNote error={error} />;
  return (
    <>
      {retry.error !== null && <ErrorNote error={retry.error} />}
      {waiting.map(({ id, event, createdAt, tries, state, reason }) => (
        <Group key={id} gap="xs" mt={6}>
          <span className={rows.bad}>
            {t(`webhooks.${state}`, { event, time: dateTime(createdAt), count: tries })} {reason}
          </span>
          {state !== 'under-way' && (
            <Button
              size="compact-xs"
              variant="light"
              loading={retry.isPending && retry.variables === id}
              onClick={() => retry.mutate(id)}
            >
              {t('webhooks.retry')}
            </Button>
          )}
        </Group>
      ))}
    </>
  );
}
