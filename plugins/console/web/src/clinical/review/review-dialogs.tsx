import { Checkbox, Select, Stack, Text, Textarea } from '@mantine/core';
import { IconNotesOff, IconSignature } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAction } from '../../shared/action.tsx';
import { api } from '../../shared/api.ts';
import { Dialog } from '../../shared/dialog.tsx';
import { useFields } from '../../shared/fields.ts';
import { Form } from '../../shared/form.tsx';
import { Notice } from '../../shared/notice.tsx';
import { refresh } from '../../shared/query-client.ts';
import { useTemplateChoice } from '../../shared/templates.ts';
import { fieldsOf, patientOf, VisitInputs, visitOf } from '../visit-fields.tsx';
import type { Transcript } from './record-query.ts';
import type { Editor } from './use-editor.ts';

interface Props {
  readonly record: Transcript;
  readonly onClose: () => void;
}

/** Once the host has changed a note as a whole: it and the lists that it is in are asked anew. */
const changed = ({ record, onClose }: Props) => ({
  onSuccess: async () => {
    await refresh('transcripts', record.id);
    void refresh('records');
    onClose();
  },
});

/** Changes whose record it is, and the visit. */
export function PatientDialog({ record, editor, onClose }: Props & { readonly editor: Editor }) {
  const { t } = useTranslation('clinical');
  const [value, setValue] = useState(() => fieldsOf(record.patient, record.visit));
  const save = useAction(async () => {
    editor.changeFields({ patient: patientOf(value, record.patient), visit: visitOf(value) });
    onClose();
  });
  return (
    <Dialog opened onClose={onClose} title={t('review.patient')} size="lg">
      <Form sending={save} submit={t('action.save')} onCancel={onClose}>
        <VisitInputs value={value} onChange={setValue} />
      </Form>
    </Dialog>
  );
}

/** Has the note written anew from the transcript, perhaps in another template. The version before is kept. */
export function RewriteDialog(props: Props) {
  const { t } = useTranslation('clinical');
  const { id, form, template: before } = props.record;
  const [field, rewrite] = useFields(
    { template: before, text: '' },
    ({ template, text }) =>
      api.POST('/api/v1/transcripts/{id}/rewrite', {
        id,
        body: { template: template || undefined, text: text.trim() || undefined },
      }),
    changed(props),
  );
  const templates = useTemplateChoice(before);
  return (
    <Dialog opened onClose={props.onClose} title={t('rewrite.title')}>
      <Form sending={rewrite} submit={t('rewrite.rewrite')} onCancel={props.onClose}>
        <Text size="sm">{t('rewrite.text')}</Text>
        {form === 'audio-note' && (
          <Select
            label={t('visit.template')}
            allowDeselect={false}
            data={templates.data}
            {...field('template')}
            error={templates.error}
          />
        )}
        <Textarea
          label={t('visit.emphasis')}
          description={t('visit.emphasisHelp')}
          autosize
          minRows={2}
          {...field('text')}
        />
      </Form>
    </Dialog>
  );
}

/** Makes a signed note a draft again, for a reason that stays on record beside the version that was signed. */
export function ReopenDialog(props: Props) {
  const { t } = useTranslation('clinical');
  const { id } = props.record;
  const [field, reopening] = useFields(
    { reason: '' },
    ({ reason }) => api.POST('/api/v1/transcripts/{id}/reopen', { id, body: { reason: reason.trim() } }),
    changed(props),
  );
  return (
    <Dialog opened onClose={props.onClose} title={t('reopen.title')}>
      <Form sending={reopening} submit={t('reopen.reopen')} onCancel={props.onClose}>
        <Text size="sm">{t('reopen.text')}</Text>
        <Textarea label={t('reopen.reason')} required autosize minRows={2} maxLength={1000} {...field('reason')} />
      </Form>
    </Dialog>
  );
}

/**
 * Signs a note: every warning is accepted one by one, how much was said and stays out is told, and the version that was
 * seen is named.
 */
export function SignDialog(props: Props) {
  const { t } = useTranslation('clinical');
  const { id, version, warnings, coverage } = props.record;
  const staysOut = coverage.unmentioned?.length ?? 0;
  const body = { acknowledge: [...warnings], version };
  const [field, sign, { values }] = useFields(
    { accepted: [] as string[] },
    () => api.POST('/api/v1/transcripts/{id}/sign', { id, body }),
    {
      ...changed(props),
      // Somebody may have changed the record: what is signed must be what is seen.
      onError: () => refresh('transcripts', id),
    },
  );
  return (
    <Dialog opened onClose={props.onClose} title={t('sign.title')} size="lg">
      <Form
        sending={sign}
        submit={t('sign.sign')}
        icon={IconSignature}
        disabled={warnings.some((warning) => !values.accepted.includes(warning))}
        onCancel={props.onClose}
      >
        <Text size="sm">{t('sign.text')}</Text>
        {warnings.length > 0 && (
          <Checkbox.Group label={t('sign.warnings')} {...field('accepted')}>
            <Stack gap="sm" mt="xs">
              {warnings.map((warning) => (
                <Checkbox key={warning} value={warning} label={warning} />
              ))}
            </Stack>
          </Checkbox.Group>
        )}
        {staysOut > 0 && (
          <Notice tone="warn" icon={IconNotesOff} title={t('sign.unmentioned', { count: staysOut })}>
            <Text size="sm">{t('sign.unmentionedText')}</Text>
          </Notice>
        )}
      </Form>
    </Dialog>
  );
}
