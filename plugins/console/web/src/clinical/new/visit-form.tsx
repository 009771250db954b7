import { Select, Stack, Textarea, Title } from '@mantine/core';
import { useSessionStorage } from '@mantine/hooks';
import { notifyError } from '../../shared/action.tsx';
import { useTexts } from '../../shared/i18n.ts';
import { Dimmed } from '../../shared/page.tsx';
import { useTemplateChoice } from '../../shared/templates.ts';
import { fieldsOf, patientOf, type VisitFields, VisitInputs, visitOf } from '../visit-fields.tsx';
import { describeRecording, useRecorder } from './recorder.ts';
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
  ...{ form: 'audio-note', template: '', language: '', emphasis: '', consent: false },
  visit: { ...fieldsOf(null, null), date: localDay() },
});

/** What is filled in, what changes parts of it, also of a recording that goes on, and what forgets it. */
export function useNewVisit() {
  const { id } = useRecorder();
  const [visit, set, forget] = useSessionStorage({ key: 'chronoscribe-new-visit', defaultValue: empty() });
  const change = (part: Partial<NewVisit>) => {
    const next = { ...visit, ...part };
    set(next);
    if (id !== undefined) void describeRecording(id, settingsOf(next)).catch(notifyError);
  };
  return [visit, change, forget] as const;
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
  return {
    form: forms.find((each) => each === form) ?? 'audio-note',
    ...{ template, language, emphasis: text, consent: true },
    visit: fieldsOf(of.patient ?? null, of.visit ?? null),
  };
}

const forms = ['audio-note', 'chiropractic-grid'] as const;
const spoken = ['en', 'de', 'es', 'fr', 'it', 'nl', 'pl', 'pt', 'ru', 'tr', 'uk', 'ar', 'zh'] as const;

/** What is known of a visit before its note is written. All of it is optional and can be changed later. */
export function VisitForm() {
  const { t, i18n } = useTexts('clinical');
  const [value, change] = useNewVisit();
  const { phase, canMark } = useRecorder();
  const isRecorded = phase !== 'idle';
  // While it is finished, or if it was begun in another browser, which knows what is filled in.
  const disabled = phase === 'finishing' || (isRecorded && !canMark);
  const templates = useTemplateChoice(value.template);
  const names = new Intl.DisplayNames(i18n.language, { type: 'language' });
  return (
    <fieldset disabled={disabled} style={{ border: 0, margin: 0, padding: 0, minInlineSize: 0 }}>
      <Stack gap="md">
        <div>
          <Title order={2}>{t('new.about')}</Title>
          <Dimmed>{disabled ? t('new.aboutLocked') : t('new.aboutText')}</Dimmed>
        </div>
        <VisitInputs value={value.visit} onChange={(visit) => change({ visit })} />
        <Select
          label={t('today.form')}
          disabled={isRecorded}
          data={forms.map((form) => ({ value: form, label: t(`form.${form}`) }))}
          value={value.form}
          onChange={(next) => {
            const form = forms.find((each) => each === next);
            if (form !== undefined) change({ form });
          }}
        />
        {value.form === 'audio-note' && (
          <Select
            label={t('visit.template')}
            data={templates.data}
            value={value.template || (templates.preferred ?? null)}
            disabled={templates.isPending}
            error={templates.error}
            onChange={(template) => change({ template: template ?? '' })}
          />
        )}
        <Select
          label={t('new.language')}
          placeholder={t('new.detected')}
          clearable
          searchable
          data={spoken.map((code) => ({ value: code, label: names.of(code) ?? code }))}
          value={value.language === '' ? null : value.language}
          onChange={(language) => change({ language: language ?? '' })}
        />
        <Textarea
          label={t('visit.emphasis')}
          description={t('visit.emphasisHelp')}
          value={value.emphasis}
          onChange={(event) => change({ emphasis: event.currentTarget.value })}
        />
      </Stack>
    </fieldset>
  );
}
