import { Button, Checkbox, Stack, Text, TextInput } from '@mantine/core';
import { modals } from '@mantine/modals';
import { IconPlus, IconWebhook } from '@tabler/icons-react';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api, read } from '../../shared/api.ts';
import { ApiError } from '../../shared/api-error.ts';
import { Dialog } from '../../shared/dialog.tsx';
import { Empty } from '../../shared/empty.tsx';
import { ErrorNote } from '../../shared/error-note.tsx';
import { Form } from '../../shared/form.tsx';
import { useFormat } from '../../shared/format.ts';
import { Page } from '../../shared/page.tsx';
import { QueryState } from '../../shared/query-state.tsx';
import rows from '../../shared/rows.module.css';
import { StatusBadge } from '../../shared/status-badge.tsx';
import { ShownOnce } from '../shown-once.tsx';
import { Deliveries } from './deliveries.tsx';

const webhooksQuery = queryOptions({
  queryKey: ['webhooks'],
  queryFn: async () => (await read(api.GET('/api/v1/webhooks'))).items,
});

const events = [
  'transcript.completed',
  'transcript.signed',
  'grid.completed',
  'image.completed',
  'pdf.completed',
  'run.failed',
] as const;

/** The addresses that are told of what happens, and what has not reached them. */
export function WebhooksPage() {
  const { t } = useTranslation('settings');
  const { dateTime } = useFormat();
  const [making, setMaking] = useState(false);
  const query = useQuery(webhooksQuery);
  const queryClient = useQueryClient();
  const remove = useMutation({
    mutationFn: (id: string) => read(api.DELETE('/api/v1/webhooks/{id}', { params: { path: { id } } })),
    onSettled: () => queryClient.invalidateQueries({ queryKey: webhooksQuery.queryKey }),
  });
  return (
    <Page
      title={t('webhooks.title')}
      subtitle={t('webhooks.subtitle')}
      actions={
        <Button leftSection={<IconPlus size={17} aria-hidden />} onClick={() => setMaking(true)}>
          {t('webhooks.make')}
        </Button>
      }
    >
      <Dialog opened={making} onClose={() => setMaking(false)} title={t('webhooks.make')} size="lg">
        <NewWebhookForm onDone={() => setMaking(false)} />
      </Dialog>
      {remove.error !== null && <ErrorNote error={remove.error} />}
      <QueryState query={query}>
        {(webhooks) =>
          webhooks.length === 0 ? (
            <Empty icon={IconWebhook} title={t('webhooks.empty')} text={t('webhooks.emptyText')} />
          ) : (
            <ul className={rows.list}>
              {webhooks.map(({ id, url, events: told, createdAt, disabledAt }) => (
                <li key={id} className={rows.row}>
                  <div className={rows.main}>
                    <div className={rows.name}>{url}</div>
                    <div className={rows.details}>
                      {told.join(', ')} · {dateTime(createdAt)}
                    </div>
                    <Deliveries webhook={id} />
                  </div>
                  <StatusBadge tone={disabledAt === null ? 'good' : 'bad'}>
                    {disabledAt === null
                      ? t('webhooks.active')
                      : t('webhooks.disabled', { time: dateTime(disabledAt) })}
                  </StatusBadge>
                  <Button
                    size="xs"
                    variant="default"
                    aria-label={t('webhooks.deleteName', { url })}
                    onClick={() =>
                      modals.openConfirmModal({
                        title: t('webhooks.deleteName', { url }),
                        children: <Text size="sm">{t('webhooks.deleteText')}</Text>,
                        labels: { confirm: t('action.delete'), cancel: t('action.cancel') },
                        confirmProps: { color: 'red' },
                        onConfirm: () => remove.mutate(id),
                      })
                    }
                  >
                    {t('action.delete')}
                  </Button>
                </li>
              ))}
            </ul>
          )
        }
      </QueryState>
    </Page>
  );
}

function NewWebhookForm({ onDone }: { readonly onDone: () => void }) {
  const { t } = useTranslation('settings');
  const queryClient = useQueryClient();
  const [url, setUrl] = useState('');
  const [chosen, setChosen] = useState<string[]>(['transcript.completed', 'run.failed']);
  const make = useMutation({
    mutationFn: () =>
      read(api.POST('/api/v1/webhooks', { body: { url, events: events.filter((event) => chosen.includes(event)) } })),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: webhooksQuery.queryKey }),
  });
  if (make.data !== undefined) {
    return (
      <Stack>
        <ShownOnce title={t('webhooks.made')} text={t('webhooks.madeText')} secret={make.data.secret} />
        <Button onClick={onDone}>{t('action.done')}</Button>
      </Stack>
    );
  }
  const urlFault = make.error instanceof ApiError ? make.error.about('url') : undefined;
  return (
    <Form
      sending={make}
      submit={t('webhooks.make')}
      disabled={chosen.length === 0}
      onCancel={onDone}
      showsError={urlFault !== undefined}
    >
      <TextInput
        label={t('webhooks.url')}
        type="url"
        required
        data-autofocus
        value={url}
        error={urlFault}
        onChange={(event) => setUrl(event.currentTarget.value)}
      />
      <Checkbox.Group label={t('webhooks.events')} value={chosen} onChange={setChosen} required>
        <Stack gap="xs" mt="xs">
          {events.map((event) => (
            <Checkbox key={event} value={event} label={event} />
          ))}
        </Stack>
      </Checkbox.Group>
    </Form>
  );
}
