import { useSessionStorage } from '@mantine/hooks';
import { fieldsOf, patientOf, type VisitFields, visitOf } from '../visit-fields.tsx';
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
    ...(form === 'audio-note' && template !== '' ? { template } : {}),
    ...(language === '' ? {} : { language }),
    ...(emphasis.trim() === '' ? {} : { text: emphasis.trim() }),
    ...(patient === null ? {} : { patient }),
    ...(about === null ? {} : { visit: about }),
  };
}
