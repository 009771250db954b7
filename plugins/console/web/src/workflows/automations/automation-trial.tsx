import { Button, JsonInput, Select, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod/mini';
import { api, read } from '../../shared/api.ts';
import { ErrorNote } from '../../shared/error-note.tsx';
import rows from '../../shared/rows.module.css';
import { StatusBadge } from '../../shared/status-badge.tsx';
import type { Automation } from '../workflow-queries.ts';
import classes from '../workflows.module.css';

const Payload = z.record(z.string(), z.unknown());

/** Shows what an automation would do for an event that somebody types. Nothing is done. */
export function AutomationTrial({ automation }: { readonly automation: Automation }) {
  const { t } = useTranslation('workflows');
  const [trigger, setTrigger] = useState(automation.on[0] ?? '');
  const [payload, setPayload] = useState('{}');
  const trial = useMutation({
    mutationFn: () =>
      read(
        api.POST('/api/v1/automations/{name}/test', {
          params: { path: { name: automation.name } },
          body: { payload: Payload.parse(JSON.parse(payload)), ...(automation.on.length > 1 ? { trigger } : {}) },
        }),
      ),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    trial.mutate();
  };
  return (
    <Stack>
      <form onSubmit={submit}>
        <Stack align="flex-start">
          {automation.on.length > 1 && (
            <Select
              label={t('automations.trigger')}
              data={[...automation.on]}
              value={trigger}
              onChange={(value) => setTrigger(value ?? trigger)}
              allowDeselect={false}
            />
          )}
          <JsonInput
            label={t('automations.payload')}
            description={t('automations.payloadText')}
            validationError={t('signal.notJson')}
            autosize
            minRows={5}
            w="100%"
            data-autofocus
            value={payload}
            onChange={setPayload}
          />
          <Button type="submit" loading={trial.isPending}>
            {t('automations.try')}
          </Button>
        </Stack>
      </form>
      {trial.error !== null && <ErrorNote error={trial.error} />}
      <div role="status">
        {trial.data !== undefined && (
          <Stack gap="sm">
            <StatusBadge
              tone={trial.data.condition === true ? 'good' : trial.data.condition === false ? 'neutral' : 'bad'}
            >
              {t(`automations.condition.${String(trial.data.condition)}` as 'automations.condition.true')}
            </StatusBadge>
            {trial.data.error !== null && <Text className={rows.bad}>{trial.data.error}</Text>}
            {trial.data.actions.map(({ action, input, error }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the actions of an answer keep their order
              <div key={`${index} ${action}`} className={classes.card}>
                <div className={rows.name}>{action}</div>
                {error === null ? (
                  <pre className={classes.code}>{JSON.stringify(input, null, 2)}</pre>
                ) : (
                  <Text className={rows.bad}>{error}</Text>
                )}
              </div>
            ))}
          </Stack>
        )}
      </div>
    </Stack>
  );
}
