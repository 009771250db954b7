import { type ButtonProps, Group, Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { Icon } from '@tabler/icons-react';
import { type ChangeEvent, type FormEvent, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ActionButton, useAction } from './action.tsx';
import { ApiError } from './api-error.ts';
import { CheckedForm } from './checked-form.tsx';
import { ErrorNote } from './notice.tsx';

/** A text that is typed, what its input needs, and how it is set: `<TextInput {...nameInput} />`. */
export function useText(first = '') {
  const [text, setText] = useState(first);
  const onChange = ({ currentTarget }: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) =>
    setText(currentTarget.value);
  return [text, { value: text, onChange }, setText] as const;
}

/**
 * The fields of a form by their names at the API, and what sending them does: `<TextInput {...field('url')} />`. What the
 * API finds wrong with a field is said there.
 *
 * @param after with what of it `resets`: those fields are as at first once it is sent
 */
export function useFields<Values extends Record<string, unknown>, Output>(
  initialValues: Values,
  send: (values: Values) => Promise<Output>,
  {
    resets = [],
    ...after
  }: Parameters<typeof useAction<Output>>[1] & { readonly resets?: (keyof Values & string)[] } = {},
) {
  const form = useForm({ initialValues });
  const sending = useAction(async () => {
    const answer = await send(form.getValues());
    for (const name of resets) form.resetField(name);
    return answer;
  }, after);
  const error = sending.error instanceof ApiError ? sending.error : undefined;
  const shown = new Set<string | undefined>();
  const field = <Name extends keyof Values & string>(name: Name) => {
    shown.add(name);
    return { ...form.getInputProps(name), value: form.values[name], error: error?.about(name) };
  };
  // Asked when the form is drawn, after its fields.
  const isAtFields = () =>
    error !== undefined && error.issues.length > 0 && error.issues.every(({ field }) => shown.has(field.split('.')[0]));
  return [field, { ...sending, isAtFields }, form] as const;
}

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
  readonly onCancel?: () => void;
  readonly variant?: ButtonProps['variant'];
  /** Whether the button is beside the fields. */
  readonly inline?: boolean;
  readonly children: ReactNode;
}) {
  const { sending, submit, icon, disabled = false, variant = 'filled', onCancel, children } = props;
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
        {!props.inline &&
          (onCancel === undefined ? submitButton : <DialogButtons onCancel={onCancel}>{submitButton}</DialogButtons>)}
      </Stack>
    </CheckedForm>
  );
}

/** The last line of a dialog: a button that gives it up, and `children` that does what it is for. */
export function DialogButtons(props: { readonly onCancel: () => void; readonly children: ReactNode }) {
  const { t } = useTranslation();
  return (
    <Group justify="flex-end">
      <ActionButton variant="default" onClick={props.onCancel}>
        {t('action.cancel')}
      </ActionButton>
      {props.children}
    </Group>
  );
}
