import { Checkbox, Group, Stack, Text, TextInput } from '@mantine/core';
import { IconPlus, IconWebhook } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ActionButton, useAction } from '../../shared/action.tsx';
import { api } from '../../shared/api.ts';
import { ApiError } from '../../shared/api-error.ts';
import { DialogButton } from '../../shared/dialog.tsx';
import { Form, useText } from '../../shared/form.tsx';
import { useFormat } from '../../shared/format.ts';
import { QueryList, Row } from '../../shared/list.tsx';
import { ErrorNote } from '../../shared/notice.tsx';
import { Page } from '../../shared/page.tsx';
import { StatusBadge } from '../../shared/status-badge.tsx';
import { ShownOnce } from '../shown-once.tsx';

const changes = ['webhooks'];

const everyEvent = [
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
  const query = useQuery({ queryKey: changes, queryFn: async () => (await api.GET('/api/v1/webhooks')).items });
  const remove = useAction((id: string) => api.DELETE('/api/v1/webhooks/{id}', { id }), { changes });
  return (
    <Page
      title={t('webhooks.title')}
      subtitle={t('webhooks.subtitle')}
      actions={
        <DialogButton text={t('webhooks.make')} icon={IconPlus} size="lg">
          {(close) => <NewWebhookForm onDone={close} />}
        </DialogButton>
      }
    >
      <ErrorNote error={remove.error} />
      <QueryList
        query={query}
        empty={{ icon: IconWebhook, title: t('webhooks.empty'), text: t('webhooks.emptyText') }}
        row={({ id, url, events, createdAt, disabledAt }) => (
          <Row
            key={id}
            name={url}
            details={[`${events.join(', ')} · ${dateTime(createdAt)}`]}
            below={<Deliveries webhook={id} />}
          >
            <StatusBadge tone={disabledAt === null ? 'good' : 'bad'}>
              {disabledAt === null ? t('webhooks.active') : t('webhooks.disabled', { time: dateTime(disabledAt) })}
            </StatusBadge>
            <ActionButton
              size="xs"
              variant="default"
              aria-label={t('webhooks.deleteName', { url })}
              action={remove}
              input={id}
              ask={{
                title: t('webhooks.deleteName', { url }),
                text: t('webhooks.deleteText'),
                confirm: t('action.delete'),
                color: 'red',
              }}
            >
              {t('action.delete')}
            </ActionButton>
          </Row>
        )}
      />
    </Page>
  );
}

/** What a webhook has not received, with why, and a button to send it now. */
function Deliveries({ webhook: id }: { readonly webhook: string }) {
  const { t } = useTranslation('settings');
  const { dateTime } = useFormat();
  const queryKey = ['webhooks', id, 'deliveries'];
  const { data: waiting = [], error } = useQuery({
    queryKey,
    queryFn: async () => (await api.GET('/api/v1/webhooks/{id}/deliveries', { id })).items,
    refetchInterval: 15_000,
  });
  const retry = useAction(
    (delivery: string) => api.POST('/api/v1/webhooks/{id}/deliveries/{delivery}/retry', { id, delivery }),
    { changes: queryKey },
  );
  if (error !== null) return <ErrorNote error={error} />;
  return (
    <>
      <ErrorNote error={retry.error} />
      {waiting.map(({ id: delivery, event, createdAt, tries, state, reason }) => (
        <Group key={delivery} gap="xs" mt={6}>
          <Text span size="sm" c="var(--cs-bad)" style={{ overflowWrap: 'anywhere' }}>
            {t(`webhooks.${state}`, { event, time: dateTime(createdAt), count: tries })} {reason}
          </Text>
          {state !== 'under-way' && (
            <ActionButton size="compact-xs" variant="light" action={retry} input={delivery}>
              {t('webhooks.retry')}
            </ActionButton>
          )}
        </Group>
      ))}
    </>
  );
}

function NewWebhookForm({ onDone }: { readonly onDone: () => void }) {
  const { t } = useTranslation('settings');
  const [url, urlInput] = useText();
  const [chosen, setChosen] = useState<string[]>(['transcript.completed', 'run.failed']);
  const events = everyEvent.filter((event) => chosen.includes(event));
  const make = useAction(() => api.POST('/api/v1/webhooks', { body: { url, events } }), { changes });
  if (make.data !== undefined) {
    const { secret } = make.data;
    return <ShownOnce title={t('webhooks.made')} text={t('webhooks.madeText')} secret={secret} onDone={onDone} />;
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
      <TextInput label={t('webhooks.url')} type="url" required data-autofocus error={urlFault} {...urlInput} />
      <Checkbox.Group label={t('webhooks.events')} value={chosen} onChange={setChosen} required>
        <Stack gap="xs" mt="xs">
          {everyEvent.map((event) => (
            <Checkbox key={event} value={event} label={event} />
          ))}
        </Stack>
      </Checkbox.Group>
    </Form>
  );
}
