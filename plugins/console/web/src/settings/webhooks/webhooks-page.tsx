import { Group, TextInput } from '@mantine/core';
import { IconPlus, IconWebhook } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { RowButton } from '../../shared/action.tsx';
import { api } from '../../shared/api.ts';
import { Checkboxes } from '../../shared/checkboxes.tsx';
import { Form, ListPage, useFields } from '../../shared/form.tsx';
import { useTexts } from '../../shared/i18n.ts';
import { Fault, Row, StatusBadge } from '../../shared/list.tsx';
import { ErrorNote } from '../../shared/page.tsx';
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
  const { t, dateTime } = useTexts('settings');
  return (
    <ListPage
      title={t('webhooks.title')}
      subtitle={t('webhooks.subtitle')}
      add={{ text: t('webhooks.make'), icon: IconPlus, form: <NewWebhookForm /> }}
      query={useQuery({ queryKey: changes, queryFn: async () => (await api.GET('/api/v1/webhooks')).items })}
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
          <RowButton
            text={t('action.delete')}
            name={t('webhooks.deleteName', { url })}
            action={() => api.DELETE('/api/v1/webhooks/{id}', { id })}
            changes={changes}
            ask={{ text: t('webhooks.deleteText'), color: 'red' }}
          />
        </Row>
      )}
    />
  );
}

/** What a webhook has not received, with why, and a button to send it now. */
function Deliveries({ webhook: id }: { readonly webhook: string }) {
  const { t, dateTime } = useTexts('settings');
  const queryKey = ['webhooks', id, 'deliveries'];
  const { data: waiting = [], error } = useQuery({
    queryKey,
    queryFn: async () => (await api.GET('/api/v1/webhooks/{id}/deliveries', { id })).items,
    refetchInterval: 15_000,
  });
  if (error !== null) return <ErrorNote error={error} />;
  return waiting.map(({ id: delivery, event, createdAt, tries, state, reason }) => (
    <Group key={delivery} gap="xs" mt={6}>
      <Fault text={`${t(`webhooks.${state}`, { event, time: dateTime(createdAt), count: tries })} ${reason ?? ''}`} />
      {state !== 'under-way' && (
        <RowButton
          text={t('webhooks.retry')}
          size="compact-xs"
          variant="light"
          action={() => api.POST('/api/v1/webhooks/{id}/deliveries/{delivery}/retry', { id, delivery })}
          changes={queryKey}
        />
      )}
    </Group>
  ));
}

function NewWebhookForm() {
  const { t } = useTexts('settings');
  const [field, make, { values }] = useFields(
    { url: '', events: ['transcript.completed', 'run.failed'] },
    ({ url, events }) =>
      api.POST('/api/v1/webhooks', { body: { url, events: everyEvent.filter((event) => events.includes(event)) } }),
    { changes, stays: () => true },
  );
  if (make.data !== undefined) {
    const { secret } = make.data;
    return <ShownOnce title={t('webhooks.made')} text={t('webhooks.madeText')} secret={secret} />;
  }
  return (
    <Form sending={make} submit={t('webhooks.make')} disabled={values.events.length === 0}>
      <TextInput label={t('webhooks.url')} type="url" required data-autofocus {...field('url')} />
      <Checkboxes
        label={t('webhooks.events')}
        required
        offered={everyEvent.map((value) => ({ value, label: value }))}
        {...field('events')}
      />
    </Form>
  );
}
