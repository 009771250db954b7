import { Card, Group, Select, Stack, TextInput } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod/mini';
import { IconButton, RowButton } from '../shared/action.tsx';
import { Fault } from '../shared/list.tsx';
import { parsedValue } from '../shared/parsed-value.ts';
import type { Catalog, Definition } from './automations.ts';

/** An action as it is typed: each field a text. */
export interface Step {
  readonly action: string;
  readonly input: Readonly<Record<string, string>>;
}

const Schema = z.object({
  type: z.optional(z.unknown()),
  description: z.optional(z.string()),
  required: z.optional(z.array(z.string())),
  get properties() {
    return z.optional(z.record(z.string(), Schema));
  },
});

/** The paths of what a payload holds, as a condition writes them: `record.template`. */
export function pathsIn(payload: unknown, before = ''): readonly string[] {
  const { properties = {} } = Schema.parse(payload);
  return Object.entries(properties).flatMap(([name, inner]) =>
    inner.properties === undefined ? [before + name] : pathsIn(inner, `${before}${name}.`),
  );
}

/** What is typed of actions that are written. */
export const stepsOf = (actions: Definition['do']): readonly Step[] =>
  actions.flatMap((each) =>
    Object.entries(each).map(([action, input]) => ({
      action,
      input: Object.fromEntries(
        Object.entries((input ?? {}) as object).map(([name, value]) => [
          name,
          typeof value === 'string' ? value : JSON.stringify(value),
        ]),
      ),
    })),
  );

/** The actions that were typed. What is no text at the host is read as JSON, unless it is an expression. */
export function actionsOf(steps: readonly Step[], { actions }: Catalog): Definition['do'] {
  return steps.map(({ action, input }) => {
    const { properties = {} } = Schema.parse(actions.find(({ name }) => name === action)?.input ?? {});
    const given = Object.entries(input).filter(([, text]) => text !== '');
    const read = (name: string, text: string) =>
      text.startsWith('=') || properties[name]?.type === 'string' ? text : parsedValue(text);
    return { [action]: Object.fromEntries(given.map(([name, text]) => [name, read(name, text)])) };
  });
}

/** What an automation does, one after the other: an action, and a field for each part of its input. */
export function AutomationActions(props: {
  readonly steps: readonly Step[];
  readonly catalog: Catalog;
  readonly error: string | undefined;
  readonly onChange: (steps: Step[]) => void;
}) {
  const { t } = useTranslation('workflows');
  const { steps, catalog, onChange } = props;
  const names = catalog.actions.map(({ name }) => name);
  const change = (at: number, step: Step) => onChange(steps.with(at, step));
  return (
    <Stack gap="sm" align="flex-start">
      {steps.map((step, at) => {
        const { properties = {}, required = [] } = Schema.parse(
          catalog.actions.find(({ name }) => name === step.action)?.input ?? {},
        );
        const isShown = (name: string) => required.includes(name) || name in step.input;
        const others = Object.keys(properties).filter((name) => !isShown(name));
        const put = (name: string, text: string) => change(at, { ...step, input: { ...step.input, [name]: text } });
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: two actions may be the same
          <Card key={at} w="100%" component="fieldset">
            <Group align="flex-end" wrap="nowrap">
              <Select
                flex={1}
                label={t('automations.action', { number: at + 1 })}
                data={names}
                searchable
                allowDeselect={false}
                value={step.action}
                onChange={(action) => change(at, { action: action ?? '', input: {} })}
              />
              {steps.length > 1 && (
                <IconButton
                  icon={IconTrash}
                  label={t('automations.removeAction', { number: at + 1 })}
                  onClick={() => onChange(steps.toSpliced(at, 1))}
                />
              )}
            </Group>
            {Object.keys(properties)
              .filter(isShown)
              .map((name) => (
                <TextInput
                  key={name}
                  mt="xs"
                  label={name}
                  description={properties[name]?.description}
                  required={required.includes(name)}
                  value={step.input[name] ?? ''}
                  onChange={({ currentTarget: { value } }) => put(name, value)}
                />
              ))}
            {others.length > 0 && (
              <Select
                mt="xs"
                size="xs"
                w="12rem"
                aria-label={t('automations.addField')}
                placeholder={t('automations.addField')}
                data={others}
                value={null}
                onChange={(name) => name !== null && put(name, '')}
              />
            )}
          </Card>
        );
      })}
      <Fault text={props.error} />
      <RowButton
        text={t('automations.addAction')}
        icon={IconPlus}
        onClick={() => onChange([...steps, { action: names[0] ?? '', input: {} }])}
      />
    </Stack>
  );
}
