import { Select, Stack, Text } from '@mantine/core';
import { IconBolt, IconTestPipe } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ActionButton, useAction } from '../shared/action.tsx';
import { type Answer, api } from '../shared/api.ts';
import { Dialog } from '../shared/dialog.tsx';
import { onSubmit } from '../shared/form.tsx';
import { QueryList, Row } from '../shared/list.tsx';
import look from '../shared/look.module.css';
import { ErrorNote } from '../shared/notice.tsx';
import { Page } from '../shared/page.tsx';
import { StatusBadge } from '../shared/status-badge.tsx';
import { usePayload } from './payload.tsx';
import classes from './workflows.module.css';

type Automation = Answer<'/api/v1/automations'>['items'][number];

/** The automations of the configuration, how often they fired, and a bench to try one on an event. */
export function AutomationsPage() {
  const { t } = useTranslation('workflows');
  const query = useQuery({
    queryKey: ['automations'],
    queryFn: async () => (await api.GET('/api/v1/automations')).items,
    refetchInterval: 15_000,
  });
  const [tried, setTried] = useState<Automation>();
  return (
    <Page title={t('automations.title')} subtitle={t('automations.subtitle')}>
      <QueryList
        query={query}
        empty={{ icon: IconBolt, title: t('automations.empty'), text: t('automations.emptyText') }}
        row={(automation) => {
          const { name, on, actions, mode, counts } = automation;
          return (
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
              <ActionButton
                size="xs"
                variant="light"
                icon={IconTestPipe}
                aria-label={t('automations.tryName', { name })}
                onClick={() => setTried(automation)}
              >
                {t('automations.try')}
              </ActionButton>
            </Row>
          );
        }}
      />
      <Dialog
        opened={tried !== undefined}
        onClose={() => setTried(undefined)}
        title={tried === undefined ? '' : t('automations.tryName', { name: tried.name })}
        size="xl"
      >
        {tried !== undefined && <Trial automation={tried} />}
      </Dialog>
    </Page>
  );
}

/** Shows what an automation would do for an event that somebody types. Nothing is done. */
function Trial({ automation: { name, on } }: { readonly automation: Automation }) {
  const { t } = useTranslation('workflows');
  const [trigger, setTrigger] = useState(on[0] ?? '');
  const payload = usePayload();
  const trial = useAction(async () =>
    api.POST('/api/v1/automations/{name}/test', {
      name,
      body: { payload: payload.parse(), trigger: on.length > 1 ? trigger : undefined },
    }),
  );
  return (
    <Stack>
      <form onSubmit={onSubmit(trial.mutate)}>
        <Stack align="flex-start">
          {on.length > 1 && (
            <Select
              label={t('automations.trigger')}
              data={[...on]}
              value={trigger}
              onChange={(value) => setTrigger(value ?? trigger)}
              allowDeselect={false}
            />
          )}
          {payload.input({
            label: t('automations.payload'),
            description: t('automations.payloadText'),
            minRows: 5,
            'data-autofocus': true,
          })}
          <ActionButton type="submit" loading={trial.isPending}>
            {t('automations.try')}
          </ActionButton>
        </Stack>
      </form>
      <ErrorNote error={trial.error} />
      <div role="status">
        {trial.data !== undefined && (
          <Stack gap="sm">
            <StatusBadge
              tone={trial.data.condition === true ? 'good' : trial.data.condition === false ? 'neutral' : 'bad'}
            >
              {t(`automations.condition.${String(trial.data.condition)}` as 'automations.condition.true')}
            </StatusBadge>
            {trial.data.error !== null && <Text className={look.bad}>{trial.data.error}</Text>}
            {trial.data.actions.map(({ action, input, error }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the actions of an answer keep their order
              <div key={`${index} ${action}`} className={look.card}>
                <div className={look.name}>{action}</div>
                {error === null ? (
                  <pre className={classes.code}>{JSON.stringify(input, null, 2)}</pre>
                ) : (
                  <Text className={look.bad}>{error}</Text>
                )}
              </div>
            ))}
          </Stack>
        )}
      </div>
    </Stack>
  );
}
