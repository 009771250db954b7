import { Checkbox, Select, Stack, Text, Textarea } from '@mantine/core';
import { IconNotesOff, IconSignature } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ActionButton, useAction } from '../../shared/action.tsx';
import { api } from '../../shared/api.ts';
import { CheckedForm } from '../../shared/checked-form.tsx';
import { Dialog } from '../../shared/dialog.tsx';
import { useFields } from '../../shared/fields.ts';
import { DialogButtons, Form, onSubmit } from '../../shared/form.tsx';
import { ErrorNote, Notice } from '../../shared/notice.tsx';
import { refresh } from '../../shared/query-client.ts';
import { useTemplateChoice } from '../../shared/templates.ts';
import { useText } from '../../shared/text.ts';
import { fieldsOf, patientOf, VisitInputs, visitOf } from '../visit-fields.tsx';
import type { Transcript } from './record-query.ts';
import type { Editor } from './use-editor.ts';

interface Props {
  readonly record: Transcript;
  readonly onClose: () => void;
}

/** Changes whose record it is, and the visit. */
export function PatientDialog({ record, editor, onClose }: Props & { readonly editor: Editor }) {
  const { t } = useTranslation('clinical');
  const [value, setValue] = useState(() => fieldsOf(record.patient, record.visit));
  const save = () => {
    editor.changeFields({ patient: patientOf(value, record.patient), visit: visitOf(value) });
    onClose();
  };
  return (
    <Dialog opened onClose={onClose} title={t('review.patient')} size="lg">
      <CheckedForm onSubmit={onSubmit(save)}>
        <Stack gap="md">
          <VisitInputs value={value} onChange={setValue} />
          <DialogButtons onCancel={onClose}>
            <ActionButton type="submit">{t('action.save')}</ActionButton>
          </DialogButtons>
        </Stack>
      </CheckedForm>
    </Dialog>
  );
}

/** Has the note written anew from the transcript, perhaps in another template. The version before is kept. */
export function RewriteDialog({ record, onClose }: Props) {
  const { t } = useTranslation('clinical');
  const { id } = record;
  const [template, setTemplate] = useState(record.template);
  const [text, textInput] = useText();
  const body = { template: template || undefined, text: text.trim() || undefined };
  const rewrite = useAction(() => api.POST('/api/v1/transcripts/{id}/rewrite', { id, body }), {
    onSuccess: async () => {
      await refresh('transcripts', id);
      onClose();
    },
  });
  const templates = useTemplateChoice(record.template);
  return (
    <Dialog opened onClose={onClose} title={t('rewrite.title')}>
      <Stack gap="md">
        <Text size="sm">{t('rewrite.text')}</Text>
        {record.form === 'audio-note' && (
          <Select
            label={t('visit.template')}
            allowDeselect={false}
            data={templates.data}
            value={template}
            error={templates.error}
            onChange={(next) => setTemplate(next ?? record.template)}
          />
        )}
        <Textarea
          label={t('visit.emphasis')}
          description={t('visit.emphasisHelp')}
          autosize
          minRows={2}
          {...textInput}
        />
        <ErrorNote error={rewrite.error} />
        <DialogButtons onCancel={onClose}>
          <ActionButton action={rewrite}>{t('rewrite.rewrite')}</ActionButton>
        </DialogButtons>
      </Stack>
    </Dialog>
  );
}

/** Makes a signed note a draft again, for a reason that stays on record beside the version that was signed. */
export function ReopenDialog({ record, onClose }: Props) {
  const { t } = useTranslation('clinical');
  const { id } = record;
  const [field, reopening] = useFields(
    { reason: '' },
    ({ reason }) => api.POST('/api/v1/transcripts/{id}/reopen', { id, body: { reason: reason.trim() } }),
    {
      onSuccess: async () => {
        await refresh('transcripts', id);
        void refresh('records');
        onClose();
      },
    },
  );
  return (
    <Dialog opened onClose={onClose} title={t('reopen.title')}>
      <Form sending={reopening} submit={t('reopen.reopen')} onCancel={onClose}>
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
export function SignDialog({ record, onClose }: Props) {
  const { t } = useTranslation('clinical');
  const { id, version, warnings } = record;
  const [accepted, setAccepted] = useState<readonly string[]>([]);
  const staysOut = record.coverage.unmentioned?.length ?? 0;
  const body = { acknowledge: [...warnings], version };
  const sign = useAction(() => api.POST('/api/v1/transcripts/{id}/sign', { id, body }), {
    onSuccess: async () => {
      await refresh('transcripts', id);
      void refresh('records');
      onClose();
    },
    // Somebody may have changed the record: what is signed must be what is seen.
    onError: () => refresh('transcripts', id),
  });
  return (
    <Dialog opened onClose={onClose} title={t('sign.title')} size="lg">
      <Stack gap="md">
        <Text size="sm">{t('sign.text')}</Text>
        {warnings.length > 0 && (
          <Stack gap="sm" component="fieldset" m={0} p={0} bd={0}>
            <Text component="legend" fw={600} size="sm" mb="xs">
              {t('sign.warnings')}
            </Text>
            {warnings.map((warning) => (
              <Checkbox
                key={warning}
                label={warning}
                checked={accepted.includes(warning)}
                onChange={(event) => {
                  const isAccepted = event.currentTarget.checked;
                  setAccepted((now) => (isAccepted ? [...now, warning] : now.filter((each) => each !== warning)));
                }}
              />
            ))}
          </Stack>
        )}
        {staysOut > 0 && (
          <Notice tone="warn" icon={IconNotesOff} title={t('sign.unmentioned', { count: staysOut })}>
            <Text size="sm">{t('sign.unmentionedText')}</Text>
          </Notice>
        )}
        <ErrorNote error={sign.error} />
        <DialogButtons onCancel={onClose}>
          <ActionButton
            icon={IconSignature}
            disabled={warnings.some((warning) => !accepted.includes(warning))}
            action={sign}
          >
            {t('sign.sign')}
          </ActionButton>
        </DialogButtons>
      </Stack>
    </Dialog>
  );
}
