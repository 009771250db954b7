import { Select, Stack, Textarea, Title } from '@mantine/core';
import { useSessionStorage } from '@mantine/hooks';
import { useTranslation } from 'react-i18next';
import { Dimmed } from '../../shared/dimmed.tsx';
import { useTemplateChoice } from '../../shared/templates.ts';
import { fieldsOf, patientOf, type VisitFields, VisitInputs, visitOf } from '../visit-fields.tsx';
import type { RecordingSettings } from './recording-storage.ts';

/** What a person fills in before a visit. A reload keeps it. */
export interface NewVisit {
  readonly form: 'audio-note' | 'chiropractic-grid';
  /** Empty for the one that the host prefers. */
  readonly template: string;
  readonly language: string;
  readonly emphasis: string;
  readonly consent: boolean;
  readonly visit: VisitFields;
}

const empty = (): NewVisit => ({
  form: 'audio-note',
  template: '',
  language: '',
  emphasis: '',
  consent: false,
  visit: { ...fieldsOf(null, null), date: localDay() },
});

export function useNewVisit() {
  return useSessionStorage<NewVisit>({ key: 'chronoscribe-new-visit', defaultValue: empty() });
}

/** Today where the browser is: `2026-11-23`. */
function localDay(): string {
  const now = new Date();
  return new Date(now.getTime() - now.getTimezoneOffset() * 60_000).toISOString().slice(0, 10);
}

/** What is filled in, as the API takes it. */
export function settingsOf({ form, template, language, emphasis, visit }: NewVisit): RecordingSettings {
  const [patient, about] = [patientOf(visit), visitOf(visit)];
  return {
    form,
    ...(form === 'audio-note' && template !== '' && { template }),
    ...(language !== '' && { language }),
    ...(emphasis.trim() !== '' && { text: emphasis.trim() }),
    ...(patient !== null && { patient }),
    ...(about !== null && { visit: about }),
  };
}

/** What was filled in for a recording that is gone on with. */
export function visitOfSettings({ form, template = '', language = '', text = '', ...of }: RecordingSettings): NewVisit {
  const visit = fieldsOf(of.patient ?? null, of.visit ?? null);
  return {
    form: forms.find((each) => each === form) ?? 'audio-note',
    template,
    language,
    emphasis: text,
    consent: true,
    visit,
  };
}

const forms = ['audio-note', 'chiropractic-grid'] as const;
const spoken = ['en', 'de', 'es', 'fr', 'it', 'nl', 'pl', 'pt', 'ru', 'tr', 'uk', 'ar', 'zh'] as const;

/** What is known of a visit before its note is written. All of it is optional and can be changed later. */
export function VisitForm(props: {
  readonly value: NewVisit;
  readonly onChange: (value: NewVisit) => void;
  /** Whether it is being recorded: all but the form can be changed then. */
  readonly isRecorded: boolean;
  /** While it is finished, or if it was begun in another browser, which knows what is filled in. */
  readonly disabled: boolean;
}) {
  const { t, i18n } = useTranslation('clinical');
  const { value, onChange } = props;
  const templates = useTemplateChoice(value.template);
  const names = new Intl.DisplayNames(i18n.language, { type: 'language' });
  return (
    <fieldset disabled={props.disabled} style={{ border: 0, margin: 0, padding: 0, minInlineSize: 0 }}>
      <Stack gap="md">
        <div>
          <Title order={2}>{t('new.about')}</Title>
          <Dimmed>{props.disabled ? t('new.aboutLocked') : t('new.aboutText')}</Dimmed>
        </div>
        <VisitInputs value={value.visit} onChange={(visit) => onChange({ ...value, visit })} />
        <Select
          label={t('today.form')}
          allowDeselect={false}
          disabled={props.isRecorded}
          data={forms.map((form) => ({ value: form, label: t(`form.${form}`) }))}
          value={value.form}
          onChange={(next) => {
            const form = forms.find((each) => each === next);
            if (form !== undefined) onChange({ ...value, form });
          }}
        />
        {value.form === 'audio-note' && (
          <Select
            label={t('visit.template')}
            allowDeselect={false}
            data={templates.data}
            value={value.template || (templates.preferred ?? null)}
            disabled={templates.isPending}
            error={templates.error}
            onChange={(template) => onChange({ ...value, template: template ?? '' })}
          />
        )}
        <Select
          label={t('new.language')}
          placeholder={t('new.detected')}
          clearable
          searchable
          data={spoken.map((code) => ({ value: code, label: names.of(code) ?? code }))}
          value={value.language === '' ? null : value.language}
          onChange={(language) => onChange({ ...value, language: language ?? '' })}
        />
        <Textarea
          label={t('visit.emphasis')}
          description={t('visit.emphasisHelp')}
          autosize
          minRows={2}
          value={value.emphasis}
          onChange={(event) => onChange({ ...value, emphasis: event.currentTarget.value })}
        />
      </Stack>
    </fieldset>
  );
}
