import { Card, Code, Select, Stack, Text } from '@mantine/core';
import { IconBolt, IconTestPipe } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { type Answer, api } from '../shared/api.ts';
import { DialogButton } from '../shared/dialog.tsx';
import { Form, useFields } from '../shared/form.tsx';
import { Fault, ListPage, Row } from '../shared/list.tsx';
import { StatusBadge } from '../shared/status-badge.tsx';
import { PayloadInput, parsePayload } from './payload.tsx';

type Automation = Answer<'/api/v1/automations'>['items'][number];

/** The automations of the configuration, how often they fired, and a bench to try one on an event. */
export function AutomationsPage() {
  const { t } = useTranslation('workflows');
  const query = useQuery({
    queryKey: ['automations'],
    queryFn: async () => (await api.GET('/api/v1/automations')).items,
    refetchInterval: 15_000,
  });
  return (
    <ListPage
      title={t('automations.title')}
      subtitle={t('automations.subtitle')}
      query={query}
      empty={{ icon: IconBolt, title: t('automations.empty'), text: t('automations.emptyText') }}
      row={({ name, on, actions, mode, counts }) => (
        <Row
          key={name}
          name={name}
          details={[
            `${on.join(', ')} → ${actions.join(', ')} · ${t(`automations.mode.${mode}`)}`,
            t('automations.counts', counts),
          ]}
        >
          {counts.failed > 0 && (
            <StatusBadge tone="bad">{t('automations.failed', { count: counts.failed })}</StatusBadge>
          )}
          <DialogButton
            text={t('automations.try')}
            title={t('automations.tryName', { name })}
            icon={IconTestPipe}
            button={{ size: 'xs', variant: 'light', 'aria-label': t('automations.tryName', { name }) }}
            size="xl"
          >
            {() => <Trial name={name} on={on} />}
          </DialogButton>
        </Row>
      )}
    />
  );
}

/** Shows what an automation would do for an event that somebody types. Nothing is done. */
function Trial({ name, on }: Pick<Automation, 'name' | 'on'>) {
  const { t } = useTranslation('workflows');
  const [field, trial] = useFields({ trigger: on[0] ?? '', payload: '{}' }, async ({ trigger, payload }) =>
    api.POST('/api/v1/automations/{name}/test', {
      name,
      body: { payload: parsePayload(payload), trigger: on.length > 1 ? trigger : undefined },
    }),
  );
  return (
    <Stack>
      <Form sending={trial} submit={t('automations.try')}>
        {on.length > 1 && (
          <Select label={t('automations.trigger')} data={[...on]} allowDeselect={false} {...field('trigger')} />
        )}
        <PayloadInput
          label={t('automations.payload')}
          description={t('automations.payloadText')}
          minRows={5}
          data-autofocus
          {...field('payload')}
        />
      </Form>
      <div role="status">
        {trial.data !== undefined && (
          <Stack gap="sm" align="flex-start">
            <StatusBadge
              tone={trial.data.condition === true ? 'good' : trial.data.condition === false ? 'neutral' : 'bad'}
            >
              {t(`automations.condition.${String(trial.data.condition)}` as 'automations.condition.true')}
            </StatusBadge>
            <Fault text={trial.data.error} />
            {trial.data.actions.map(({ action, input, error }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the actions of an answer keep their order
              <Card key={`${index} ${action}`} w="100%">
                <Text fw={560}>{action}</Text>
                {error === null ? <Code block>{JSON.stringify(input, null, 2)}</Code> : <Fault text={error} />}
              </Card>
            ))}
          </Stack>
        )}
      </div>
    </Stack>
  );
}
