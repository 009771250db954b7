import { MultiSelect, SegmentedControl, Select, TextInput } from '@mantine/core';
import { IconEye } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ActionButton, useAction } from '../shared/action.tsx';
import { api } from '../shared/api.ts';
import { ApiError } from '../shared/api-error.ts';
import { useFields } from '../shared/fields.ts';
import { Form } from '../shared/form.tsx';
import { QueryState } from '../shared/list.tsx';
import { ErrorNote } from '../shared/notice.tsx';
import { TimeZoneSelect } from '../shared/time-zone-select.tsx';
import { write } from '../shared/written.ts';
import { AutomationActions, actionsOf, pathsIn, stepsOf } from './automation-actions.tsx';
import { AutomationOutlook } from './automation-outlook.tsx';
import { type Catalog, catalogQuery, type Definition, type Written, writtenAutomation } from './automations.ts';

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
  const { t } = useTranslation('workflows');
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
          <TimeZoneSelect allowDeselect={false} {...field('timeZone')} />
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
          allowDeselect={false}
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
