import { Card, Group, MultiSelect, SegmentedControl, Select, Stack, TextInput } from '@mantine/core';
import { IconEye, IconPlus, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { z } from 'zod/mini';
import { ActionButton, IconButton, RowButton, useAction } from '../shared/action.tsx';
import { ApiError, api } from '../shared/api.ts';
import { Form, useFields } from '../shared/form.tsx';
import { useTexts } from '../shared/i18n.ts';
import { Fault, QueryState } from '../shared/list.tsx';
import { ErrorNote } from '../shared/page.tsx';
import { parsedValue } from '../shared/parsed-value.ts';
import { TimeZoneSelect } from '../shared/time-zone-select.tsx';
import { write } from '../shared/written.ts';
import { AutomationOutlook } from './automation-outlook.tsx';
import { type Catalog, catalogQuery, type Definition, type Written, writtenAutomation } from './runs.ts';

interface FormProps {
  /** Of one that is changed. */
  readonly name?: string;
  readonly before?: Written;
  /** How a new one begins. */
  readonly begins: 'event' | 'schedule';
}

/** Writes an automation, or changes one; before that it shows when it fires, or for which events it would have. */
export function AutomationForm(props: FormProps) {
  return <QueryState query={useQuery(catalogQuery)}>{(catalog) => <Fields {...props} catalog={catalog} />}</QueryState>;
}

const modes = ['queued', 'parallel', 'latest'] as const;

function Fields({ name: known, before: written, begins, catalog }: FormProps & { readonly catalog: Catalog }) {
  const { t } = useTexts('workflows');
  const before = written?.definition;
  const { on } = before ?? {};
  const schedule = typeof on === 'object' && 'cron' in on ? on : undefined;
  const [field, save, form] = useFields(
    {
      name: known ?? '',
      begins: before === undefined ? begins : schedule === undefined ? 'event' : 'schedule',
      on: typeof on === 'string' ? [on] : Array.isArray(on) ? on : [],
      cron: schedule?.cron ?? '0 7 * * MON',
      timeZone: schedule?.timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone,
      if: before?.if ?? '',
      do: stepsOf(before?.do ?? [{ [catalog.actions[0]?.name ?? '']: {} }]),
      mode: before?.mode ?? 'queued',
    },
    ({ name }) => write(writtenAutomation(name), definition(), written ?? null, t('automations.saved', { name })),
    { labels: (name) => t(`automations.${name}` as 'automations.name') },
  );
  const { values } = form;
  const isSchedule = values.begins === 'schedule';
  const definition = (): Definition => ({
    on: isSchedule ? { cron: values.cron, timeZone: values.timeZone } : values.on,
    ...(values.if !== '' && { if: values.if }),
    do: actionsOf(values.do, catalog),
    mode: modes.find((mode) => mode === values.mode) ?? 'queued',
    ...(before?.account !== undefined && { account: before.account }),
  });
  const outlook = useAction(() =>
    api.POST('/api/v1/automations/{name}/outlook', { name: values.name || 'new', body: { definition: definition() } }),
  );
  // The latest answer about a field, of trying or of saving.
  const wrong = [save.error, outlook.error].find((error) => error instanceof ApiError);
  const about = <Field extends 'on' | 'if' | 'do'>(name: Field) => ({ ...field(name), error: wrong?.about(name) });
  const listened = isSchedule ? ['schedule'] : values.on;
  const paths = catalog.triggers
    .filter(({ name }) => listened.includes(name))
    .flatMap(({ payload }) => pathsIn(payload));
  return (
    <Form sending={save} submit={t('action.save')}>
      <TextInput
        description={t('automations.nameText')}
        required
        pattern="[a-z0-9][a-z0-9\-]{0,62}"
        disabled={known !== undefined}
        data-autofocus
        {...field('name')}
      />
      <SegmentedControl
        aria-label={t('automations.begins')}
        styles={{ label: { whiteSpace: 'normal' } }}
        data={(['event', 'schedule'] as const).map((value) => ({ value, label: t(`automations.${value}`) }))}
        {...form.getInputProps('begins')}
      />
      {isSchedule ? (
        <>
          <TextInput description={t('automations.cronText')} required {...field('cron')} error={about('on').error} />
          <TimeZoneSelect {...field('timeZone')} />
        </>
      ) : (
        <MultiSelect
          data={catalog.triggers.map(({ name }) => name)}
          searchable
          required
          {...about('on')}
          label={t('automations.trigger')}
        />
      )}
      <TextInput
        description={t('automations.ifText', { paths: [...new Set(paths)].join(', ') || 'time, at' })}
        {...about('if')}
      />
      <AutomationActions
        steps={values.do}
        catalog={catalog}
        error={about('do').error}
        onChange={(steps) => form.setFieldValue('do', steps)}
      />
      {!isSchedule && (
        <Select
          data={modes.map((value) => ({ value, label: t(`automations.mode.${value}`) }))}
          {...field('mode')}
          label={t('automations.modeLabel')}
        />
      )}
      <ActionButton icon={IconEye} variant="light" action={outlook} style={{ alignSelf: 'flex-start' }}>
        {t('automations.preview')}
      </ActionButton>
      {wrong !== outlook.error && <ErrorNote error={outlook.error} />}
      <div role="status">{outlook.data !== undefined && <AutomationOutlook outlook={outlook.data} />}</div>
    </Form>
  );
}

/** An action as it is typed: each field a text. */
interface Step {
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
function pathsIn(payload: unknown, before = ''): readonly string[] {
  const { properties = {} } = Schema.parse(payload);
  return Object.entries(properties).flatMap(([name, inner]) =>
    inner.properties === undefined ? [before + name] : pathsIn(inner, `${before}${name}.`),
  );
}

/** What is typed of actions that are written. */
const stepsOf = (actions: Definition['do']): readonly Step[] =>
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
function actionsOf(steps: readonly Step[], { actions }: Catalog): Definition['do'] {
  return steps.map(({ action, input }) => {
    const { properties = {} } = Schema.parse(actions.find(({ name }) => name === action)?.input ?? {});
    const given = Object.entries(input).filter(([, text]) => text !== '');
    const read = (name: string, text: string) =>
      text.startsWith('=') || properties[name]?.type === 'string' ? text : parsedValue(text);
    return { [action]: Object.fromEntries(given.map(([name, text]) => [name, read(name, text)])) };
  });
}

/** What an automation does, one after the other: an action, and a field for each part of its input. */
function AutomationActions(props: {
  readonly steps: readonly Step[];
  readonly catalog: Catalog;
  readonly error: string | undefined;
  readonly onChange: (steps: Step[]) => void;
}) {
  const { t } = useTexts('workflows');
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
