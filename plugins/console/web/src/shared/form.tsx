import { type ButtonProps, Group, Stack } from '@mantine/core';
import type { Icon } from '@tabler/icons-react';
import { type FormEvent, type ReactNode, use } from 'react';
import { useTranslation } from 'react-i18next';
import { ActionButton } from './action.tsx';
import { CheckedForm } from './checked-form.tsx';
import { Close } from './dialog.tsx';
import { ErrorNote } from './notice.tsx';

/** What a form does when it is sent, instead of loading another page. */
export function onSubmit(act: () => void) {
  return (event: FormEvent): void => {
    event.preventDefault();
    act();
  };
}

/** A form with its fields, why sending it failed, and the buttons to send it and, in a dialog, to give it up. */
export function Form(props: {
  /** What sending it does: the result of `useAction`. */
  readonly sending: {
    readonly mutate: () => void;
    readonly isPending: boolean;
    readonly error: Error | null;
    /** Whether the error is shown at its field. */
    readonly isAtFields?: () => boolean;
  };
  /** What its button says. */
  readonly submit: string;
  readonly icon?: Icon;
  readonly disabled?: boolean;
  /** Whether the error is shown at its field. */
  readonly showsError?: boolean;
  readonly variant?: ButtonProps['variant'];
  /** Whether its dialog is there for the result too, and so closed otherwise. */
  readonly staysOpen?: boolean;
  /** Whether the button is beside the fields. */
  readonly inline?: boolean;
  /** What sending it brought about. It stands below the buttons, so that the one that has the focus stays where it is. */
  readonly result?: ReactNode;
  readonly children: ReactNode;
}) {
  const { sending, submit, icon, disabled = false, variant = 'filled', children } = props;
  const { t } = useTranslation();
  const close = use(Close);
  const mayCancel = close !== undefined && !props.staysOpen;
  const submitButton = (
    <ActionButton type="submit" icon={icon} loading={sending.isPending} disabled={disabled} variant={variant}>
      {submit}
    </ActionButton>
  );
  const showsError = props.showsError || sending.isAtFields?.();
  return (
    <CheckedForm onSubmit={onSubmit(() => sending.mutate())}>
      <Stack>
        {props.inline ? (
          <Group align="flex-end">
            {children}
            {submitButton}
          </Group>
        ) : (
          children
        )}
        {!showsError && <ErrorNote error={sending.error} />}
        {!props.inline && !mayCancel && submitButton}
        {!props.inline && mayCancel && (
          <Group justify="flex-end">
            <ActionButton variant="default" onClick={close}>
              {t('action.cancel')}
            </ActionButton>
            {submitButton}
          </Group>
        )}
        {'result' in props && <div aria-live="polite">{props.result}</div>}
      </Stack>
    </CheckedForm>
  );
}
