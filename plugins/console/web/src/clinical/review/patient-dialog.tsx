import { Button, Group, Stack } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../shared/dialog.tsx';
import { fieldsOf, patientOf, VisitInputs, visitOf } from '../visit-fields.tsx';
import type { Transcript } from './record-query.ts';
import type { Editor } from './use-editor.ts';

/** Changes whose record it is, and the visit. */
export function PatientDialog(props: {
  readonly record: Transcript;
  readonly editor: Editor;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation('clinical');
  const { t: shared } = useTranslation();
  const { record, editor, onClose } = props;
  const [value, setValue] = useState(() => fieldsOf(record.patient, record.visit));
  return (
    <Dialog opened onClose={onClose} title={t('review.patient')} size="lg">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          editor.changeFields({ patient: patientOf(value, record.patient), visit: visitOf(value) });
          onClose();
        }}
      >
        <Stack gap="md">
          <VisitInputs value={value} onChange={setValue} />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {shared('action.cancel')}
            </Button>
            <Button type="submit">{shared('action.save')}</Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
