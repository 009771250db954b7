import { Card, Code, JsonInput, type JsonInputProps, List, Stack, Text } from '@mantine/core';
import { IconPlayerPlay } from '@tabler/icons-react';
import { z } from 'zod/mini';
import { notify, RowButton } from '../shared/action.tsx';
import { type Answer, api } from '../shared/api.ts';
import { useTexts } from '../shared/i18n.ts';
import { Fault, Row, Rows, StatusBadge } from '../shared/list.tsx';
import type { Outlook } from './runs.ts';

type Trial = Answer<'/api/v1/automations/{name}/test', 'post'>;

/** Whether an automation would run for an event. */
export function Verdict({ condition }: Pick<Trial, 'condition'>) {
  const { t } = useTexts('workflows');
  return (
    <StatusBadge tone={condition === true ? 'good' : condition === false ? 'neutral' : 'bad'}>
      {t(`automations.condition.${String(condition)}` as 'automations.condition.true')}
    </StatusBadge>
  );
}

/** What each action of an automation would be given. */
export function Inputs({ actions, error }: Pick<Trial, 'actions' | 'error'>) {
  return (
    <Stack gap="sm" mt="xs">
      <Fault text={error} />
      {actions.map((each, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the actions of an answer keep their order
        <Card key={`${index} ${each.action}`} w="100%">
          <Text fw={560}>{each.action}</Text>
          {each.error === null ? <Code block>{JSON.stringify(each.input, null, 2)}</Code> : <Fault text={each.error} />}
        </Card>
      ))}
    </Stack>
  );
}

const isTime = /^(time|at|from|to)$/;
const isId = /[\da-f-]{36}$/;

/** What an event told, in a line without ids: `form: audio-note · warnings: 0`. */
function told(payload: object, dateTime: (at: number) => string): string {
  const leaves = Object.entries(payload).flatMap(([name, value]) => {
    if (typeof value === 'object' && value !== null) return told(value, dateTime);
    // A patient is an id alone.
    if (name === 'patient' || isId.test(String(value))) return [];
    return `${name}: ${typeof value === 'number' && isTime.test(name) ? dateTime(value) : value}`;
  });
  return leaves.join(' · ');
}

/**
 * When an automation fires next, or what it would have done for the latest events.
 *
 * @param props.name of one that can be run for such an event; else it is only looked at
 */
export function AutomationOutlook({ outlook, name }: { readonly outlook: Outlook; readonly name?: string }) {
  const { t, dateTime } = useTexts('workflows');
  const { next, past } = outlook;
  if (next.length > 0)
    return (
      <div>
        <Text fw={560}>{t('automations.next')}</Text>
        <List size="sm">
          {next.map((at) => (
            <List.Item key={at}>{dateTime(at)}</List.Item>
          ))}
        </List>
      </div>
    );
  if (past.length === 0) return <Text c="dimmed">{t('automations.noPast')}</Text>;
  const wouldRun = past.filter(({ condition }) => condition === true).length;
  return (
    <Stack gap="xs">
      <Text fw={560}>{t('automations.past', { count: past.length, wouldRun })}</Text>
      <Rows>
        {past.map(({ at, trigger, payload, condition, ...trial }, index) => (
          <Row
            // biome-ignore lint/suspicious/noArrayIndexKey: two events may tell the same
            key={index}
            name={`${trigger} · ${dateTime(at)}`}
            details={[told(payload, dateTime)]}
            below={
              condition !== false && (
                <details>
                  <summary>{t('automations.inputs')}</summary>
                  <Inputs {...trial} />
                </details>
              )
            }
          >
            <Verdict condition={condition} />
            {name !== undefined && condition === true && (
              <RowButton
                text={t('automations.run')}
                name={t('automations.runName', { name, trigger, time: dateTime(at) })}
                icon={IconPlayerPlay}
                ask={{ text: t('automations.runText') }}
                action={async () => {
                  await api.POST('/api/v1/automations/{name}/run', { name, body: { trigger, payload } });
                  notify(t('automations.started', { name }));
                }}
                changes={['automations']}
              />
            )}
          </Row>
        ))}
      </Rows>
    </Stack>
  );
}

const Payload = z.record(z.string(), z.unknown());

/** The payload of an event or a signal, as somebody typed it. @throws if it is no JSON object */
export const parsePayload = (text: string) => Payload.parse(JSON.parse(text));

/** Where somebody types such a payload. */
export function PayloadInput(props: JsonInputProps & { readonly 'data-autofocus'?: boolean }) {
  const { t } = useTexts('workflows');
  return <JsonInput validationError={t('signal.notJson')} autosize w="100%" {...props} />;
}
