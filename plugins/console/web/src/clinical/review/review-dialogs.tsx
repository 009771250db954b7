import { Select, Text, Textarea } from '@mantine/core';
import { IconNotesOff, IconSignature } from '@tabler/icons-react';
import { api, refresh } from '../../shared/api.ts';
import { Checkboxes } from '../../shared/checkboxes.tsx';
import { Form, useFields } from '../../shared/form.tsx';
import { useTexts } from '../../shared/i18n.ts';
import { Notice } from '../../shared/page.tsx';
import { useTemplateChoice } from '../../shared/templates.ts';
import { useWarningText } from '../records.ts';
import { fieldsOf, patientOf, VisitInputs, visitOf } from '../visit-fields.tsx';
import type { Transcript } from './record-query.ts';
import type { Editor } from './use-editor.ts';

interface Props {
  readonly record: Transcript;
  readonly editor: Editor;
}

/** Once the host has changed a note as a whole: it and the lists that it is in are asked anew. */
export const changed = ({ id }: Transcript) => ({
  onSuccess: async () => {
    await refresh('transcripts', id);
    void refresh('records');
  },
});

/** Changes whose record it is, and the visit. */
export function PatientForm({ record, editor }: Props) {
  const { t } = useTexts('clinical');
  const [, save, { values, setValues }] = useFields({ ...fieldsOf(record.patient, record.visit) }, async (typed) =>
    editor.changeFields({ patient: patientOf(typed, record.patient), visit: visitOf(typed) }),
  );
  return (
    <Form sending={save} submit={t('action.save')}>
      <VisitInputs value={values} onChange={setValues} />
    </Form>
  );
}

/** Has the note written anew from the transcript, perhaps in another template. The version before is kept. */
export function RewriteForm({ record }: Props) {
  const { t } = useTexts('clinical');
  const { id, form, template: before } = record;
  const [field, rewrite] = useFields(
    { template: before, text: '' },
    ({ template, text }) =>
      api.POST('/api/v1/transcripts/{id}/rewrite', {
        id,
        body: { template: template || undefined, text: text.trim() || undefined },
      }),
    changed(record),
  );
  const templates = useTemplateChoice(before);
  const choice = { label: t('visit.template'), data: templates.data, ...field('template') };
  return (
    <Form sending={rewrite} submit={t('rewrite.rewrite')}>
      <Text size="sm">{t('rewrite.text')}</Text>
      {form === 'audio-note' && <Select {...choice} error={templates.error} />}
      <Textarea label={t('visit.emphasis')} description={t('visit.emphasisHelp')} {...field('text')} />
    </Form>
  );
}

/** Makes a signed note a draft again, for a reason that stays on record beside the version that was signed. */
export function ReopenForm({ record }: Props) {
  const { t } = useTexts('clinical');
  const { id } = record;
  const [field, reopening] = useFields(
    { reason: '' },
    ({ reason }) => api.POST('/api/v1/transcripts/{id}/reopen', { id, body: { reason: reason.trim() } }),
    changed(record),
  );
  return (
    <Form sending={reopening} submit={t('reopen.reopen')}>
      <Text size="sm">{t('reopen.text')}</Text>
      <Textarea label={t('reopen.reason')} required maxLength={1000} {...field('reason')} />
    </Form>
  );
}

/**
 * Signs a note: every warning is accepted one by one, how much was said and stays out is told, and the version that was
 * seen is named.
 */
export function SignForm({ record }: Props) {
  const { t } = useTexts('clinical');
  const { id, version, warnings, coverage } = record;
  const staysOut = coverage.unmentioned?.length ?? 0;
  const warningText = useWarningText();
  const body = { acknowledge: [...warnings], version };
  const [field, sign, { values }] = useFields(
    { accepted: [] as string[] },
    () => api.POST('/api/v1/transcripts/{id}/sign', { id, body }),
    {
      ...changed(record),
      // Somebody may have changed the record: what is signed must be what is seen.
      onError: () => refresh('transcripts', id),
    },
  );
  return (
    <Form
      sending={sign}
      submit={t('sign.sign')}
      icon={IconSignature}
      disabled={warnings.some((warning) => !values.accepted.includes(warning))}
    >
      <Text size="sm">{t('sign.text')}</Text>
      {warnings.length > 0 && (
        <Checkboxes
          label={t('sign.warnings')}
          offered={warnings.map((value) => ({ value, label: warningText(value) }))}
          {...field('accepted')}
        />
      )}
      {staysOut > 0 && (
        <Notice tone="warn" icon={IconNotesOff} title={t('sign.unmentioned', { count: staysOut })}>
          {t('sign.unmentionedText')}
        </Notice>
      )}
    </Form>
  );
}
