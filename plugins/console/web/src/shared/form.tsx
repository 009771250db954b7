import { Button, Group, Stack } from '@mantine/core';
import type { FormEvent, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorNote } from './error-note.tsx';

/** A form with its fields, why sending it failed, and the buttons to send it and, in a dialog, to give it up. */
export function Form(props: {
  /** What sending it does: the result of `useMutation`. */
  readonly sending: { readonly mutate: () => void; readonly isPending: boolean; readonly error: Error | null };
  /** What its button says. */
  readonly submit: string;
  readonly icon?: ReactNode;
  readonly disabled?: boolean;
  /** Whether the error is shown at its field. */
  readonly showsError?: boolean;
  readonly onCancel?: () => void;
  readonly children: ReactNode;
}) {
  const { t } = useTranslation();
  const { sending, submit, icon, disabled = false, showsError = false, onCancel, children } = props;
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    sending.mutate();
  };
  const submitButton = (
    <Button type="submit" loading={sending.isPending} disabled={disabled} leftSection={icon}>
      {submit}
    </Button>
  );
  return (
    <form onSubmit={onSubmit}>
      <Stack gap="md">
        {children}
        {sending.error !== null && !showsError && <ErrorNote error={sending.error} />}
        {onCancel === undefined ? (
          submitButton
        ) : (
          <Group justify="flex-end">
            <Button variant="default" onClick={onCancel}>
              {t('action.cancel')}
            </Button>
            {submitButton}
          </Group>
        )}
      </Stack>
    </form>
  );
}
