import { Divider, Select, Stack } from '@mantine/core';
import { IconBolt, IconPencil, IconPlus, IconTestPipe, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { RowButton } from '../shared/action.tsx';
import { api } from '../shared/api.ts';
import { DialogButton, Form, ListPage, useFields } from '../shared/form.tsx';
import { useTexts } from '../shared/i18n.ts';
import { QueryState, Row, StatusBadge } from '../shared/list.tsx';
import { write } from '../shared/written.ts';
import { AutomationForm } from './automation-form.tsx';
import { AutomationOutlook, Inputs, PayloadInput, parsePayload, Verdict } from './automation-outlook.tsx';
import { type Automation, automationsQuery, writtenAutomation } from './runs.ts';

/** The automations, how often they fired, and what each would do; those of the configuration are changed there. */
export function AutomationsPage() {
  const { t } = useTexts('workflows');
  return (
    <ListPage
      title={t('automations.title')}
      subtitle={t('automations.subtitle')}
      query={useQuery({ ...automationsQuery, refetchInterval: 15_000 })}
      empty={{ icon: IconBolt, title: t('automations.empty'), text: t('automations.emptyText') }}
      add={{ text: t('automations.new'), icon: IconPlus, form: <AutomationForm begins="event" /> }}
      row={(automation) => <AutomationRow key={automation.name} {...automation} />}
    />
  );
}

function AutomationRow(automation: Automation) {
  const { t } = useTexts('workflows');
  const { name, on, actions, mode, counts, configured, written } = automation;
  const origin = configured ? t('automations.configured') : t('automations.writtenBy', { by: written?.by });
  return (
    <Row
      name={name}
      details={[
        `${on.join(', ')} → ${actions.join(', ')} · ${t(`automations.mode.${mode}`)}`,
        `${origin} · ${t('automations.counts', counts)}`,
      ]}
      fault={written?.fault}
    >
      {configured && written !== null && <StatusBadge tone="warn">{t('automations.overruled')}</StatusBadge>}
      {counts.failed > 0 && <StatusBadge tone="bad">{t('automations.failed', { count: counts.failed })}</StatusBadge>}
      {on.length > 0 && (
        <DialogButton
          text={t('automations.try')}
          name={t('automations.tryName', { name })}
          icon={IconTestPipe}
          variant="light"
          small
          size="xl"
        >
          <Trial name={name} on={on} />
        </DialogButton>
      )}
      <WrittenButtons {...automation} />
    </Row>
  );
}

/** The buttons to change and delete what was written on screen. Nothing for what stands in the configuration alone. */
export function WrittenButtons({ name, configured, written }: Pick<Automation, 'name' | 'configured' | 'written'>) {
  const { t } = useTexts('workflows');
  if (written === null) return null;
  return (
    <>
      {!configured && (
        <DialogButton
          text={t('automations.change')}
          name={t('automations.changeName', { name })}
          icon={IconPencil}
          small
          size="lg"
        >
          <AutomationForm name={name} before={written} begins="event" />
        </DialogButton>
      )}
      <RowButton
        text={t('action.delete')}
        name={t('automations.deleteName', { name })}
        icon={IconTrash}
        action={() => write(writtenAutomation(name), undefined, written, t('automations.deleted', { name }))}
      />
    </>
  );
}

/** What an automation would do for the latest events, and for one that somebody types. Nothing is done before a click. */
function Trial({ name, on }: Pick<Automation, 'name' | 'on'>) {
  const { t } = useTexts('workflows');
  const outlook = useQuery({
    queryKey: ['automations', name, 'outlook'],
    queryFn: () => api.POST('/api/v1/automations/{name}/outlook', { name, body: {} }),
  });
  const [field, trial] = useFields(
    { trigger: on[0] ?? '', payload: '{}' },
    async ({ trigger, payload }) =>
      api.POST('/api/v1/automations/{name}/test', {
        name,
        body: { payload: parsePayload(payload), trigger: on.length > 1 ? trigger : undefined },
      }),
    { stays: () => true, labels: (name) => t(`automations.${name}`) },
  );
  return (
    <Stack>
      <QueryState query={outlook}>{(data) => <AutomationOutlook outlook={data} name={name} />}</QueryState>
      <Divider label={t('automations.other')} />
      <Form sending={trial} submit={t('automations.try')} staysOpen>
        {on.length > 1 && <Select data={[...on]} {...field('trigger')} />}
        <PayloadInput description={t('automations.payloadText')} minRows={5} {...field('payload')} />
      </Form>
      <div role="status">
        {trial.data !== undefined && (
          <>
            <Verdict condition={trial.data.condition} />
            <Inputs {...trial.data} />
          </>
        )}
      </div>
    </Stack>
  );
}
