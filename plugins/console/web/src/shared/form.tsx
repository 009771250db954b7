import { type ButtonProps, Group, Input, type ModalProps, Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useDisclosure } from '@mantine/hooks';
import type { Icon } from '@tabler/icons-react';
import {
  type ComponentProps,
  createContext,
  type FormEvent,
  type ReactNode,
  Suspense,
  type SyntheticEvent,
  use,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import { createPortal } from 'react-dom';
import type { Changed } from '../session/session.ts';
import { ActionButton, offered, useAction } from './action.tsx';
import { ApiError } from './api.ts';
import { useTexts } from './i18n.ts';
import { QueryList } from './list.tsx';
import { LazyModal } from './overlays.tsx';
import { ErrorNote, Page } from './page.tsx';

/** What a form does when it is sent, instead of loading another page. */
function onSubmit(act: () => void) {
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
  const { t } = useTexts();
  const close = use(Close);
  const mayCancel = close !== undefined && !props.staysOpen;
  // One that is not the first thing to do on its page is as wide as it says.
  const place = variant === 'light' && { style: { alignSelf: 'flex-start' } };
  const look = { icon, variant, disabled, loading: sending.isPending, ...(!props.inline && place) };
  const submitButton = (
    <ActionButton type="submit" {...look}>
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

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;
type Fault = 'missing' | 'email' | 'url' | 'range' | 'other';

const fields = 'input, textarea, select';

/** A form that says at each field what is wrong with it, in the language of the page, where browsers show a bubble. */
function CheckedForm({ children, ...props }: ComponentProps<'form'>) {
  const [faults, setFaults] = useState<ReadonlyMap<Field, Fault>>(new Map());
  const onInvalidCapture = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault();
    const field = fieldOf(event);
    if (field === undefined) return;
    setFaults((now) => new Map(now).set(field, faultOf(field)));
    // The browser tells of all of them, one by one.
    const invalid = [...event.currentTarget.querySelectorAll(fields)].find((each) => each.matches(':invalid'));
    if (invalid === field) field.focus();
  };
  const onInputCapture = (event: SyntheticEvent) => {
    const field = fieldOf(event);
    if (field !== undefined) setFaults((now) => new Map([...now].filter(([each]) => each !== field)));
  };
  return (
    <form {...props} {...{ onInvalidCapture, onInputCapture }}>
      {children}
      {[...faults].map(([field, fault], at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the fields keep their order
        <FaultAt key={at} field={field} fault={fault} />
      ))}
    </form>
  );
}

function FaultAt({ field, fault }: { readonly field: Field; readonly fault: Fault }) {
  const { t } = useTexts();
  const id = useId();
  useEffect(() => {
    const described = field.getAttribute('aria-describedby');
    field.setAttribute('aria-invalid', 'true');
    field.setAttribute('aria-describedby', described === null ? id : `${described} ${id}`);
    return () => {
      field.removeAttribute('aria-invalid');
      if (described === null) field.removeAttribute('aria-describedby');
      else field.setAttribute('aria-describedby', described);
    };
  }, [field, id]);
  const place = field.closest('.mantine-InputWrapper-root') ?? field.parentElement;
  const { min = '', max = '' } = field instanceof HTMLInputElement ? field : {};
  return (
    place &&
    createPortal(
      <Input.Error id={id} mt="0.3rem">
        {t(`invalid.${fault}`, { min, max })}
      </Input.Error>,
      place,
    )
  );
}

function fieldOf({ target }: SyntheticEvent): Field | undefined {
  return target instanceof HTMLElement && target.matches(fields) ? (target as Field) : undefined;
}

function faultOf({ validity, type }: Field): Fault {
  if (validity.valueMissing) return 'missing';
  if (validity.rangeUnderflow || validity.rangeOverflow) return 'range';
  return validity.typeMismatch && (type === 'email' || type === 'url') ? type : 'other';
}

/** Closes what a form stands in, which is given up or sent then; undefined on a page, where it stays. */
export const Close = createContext<(() => void) | undefined>(undefined);

/** A dialog over the page. Its button to close it has a name in the language of the page. */
export function Dialog(props: ModalProps) {
  const { t } = useTexts();
  const wasOpened = useRef(false);
  wasOpened.current ||= props.opened;
  if (!wasOpened.current) return null;
  return (
    <Close value={props.onClose}>
      <Suspense>
        <LazyModal closeButtonProps={{ 'aria-label': t('action.close') }} {...props} />
      </Suspense>
    </Close>
  );
}

/** A button that opens a dialog of the same name, or of another `title`. */
export function DialogButton(props: {
  readonly text: string;
  readonly title?: string;
  /** Says to which of several things it belongs, and is the title too. */
  readonly name?: string;
  readonly icon: Icon;
  readonly size?: 'lg' | 'xl';
  readonly variant?: 'default' | 'light';
  /** Whether it stands in a row, beside other small buttons. */
  readonly small?: boolean;
  /** What it changes: it is offered to those who may. */
  readonly scope?: Changed;
  readonly children: ReactNode;
}) {
  const { text, name, title = name ?? text, icon, size = 'md', scope, children } = props;
  const { variant = props.small ? 'default' : 'filled' } = props;
  const look = { icon, variant, ...(props.small && { size: 'xs' }), ...(name !== undefined && { 'aria-label': name }) };
  const [opened, { open, close }] = useDisclosure();
  return offered(
    scope,
    <>
      <ActionButton {...look} onClick={open}>
        {text}
      </ActionButton>
      <Dialog opened={opened} onClose={close} title={title} size={size}>
        {children}
      </Dialog>
    </>,
  );
}

/**
 * The fields of a form by their names at the API, and what sending them does: `<TextInput {...field('url')} />`. What the
 * API finds wrong with a field is said there.
 *
 * @param send with `how` for a form that is sent in several ways, such as tried and then made
 * @param after with what of it `resets`: those fields are as at first once it is sent; `prefix`, which the API puts
 *   before the names of the fields; whether its dialog `stays` then; and the `labels` of the fields by their names
 */
export function useFields<Values extends Record<string, unknown>, Output, How = void>(
  initialValues: Values,
  send: (values: Values, how: How) => Promise<Output>,
  {
    resets = [],
    prefix = '',
    stays = () => false,
    labels,
    ...after
  }: Parameters<typeof useAction<Output, How>>[1] & {
    readonly resets?: (keyof Values & string)[];
    readonly prefix?: string;
    readonly stays?: (how: How) => boolean;
    readonly labels?: (name: keyof Values & string) => string;
  } = {},
) {
  const form = useForm({ initialValues });
  const sent = useRef('');
  const close = use(Close);
  const sending = useAction(async (how: How) => {
    const values = form.getValues();
    sent.current = JSON.stringify(values);
    const answer = await send(values, how);
    for (const name of resets) form.resetField(name);
    if (!stays(how)) close?.();
    return answer;
  }, after);
  const error = sending.error instanceof ApiError ? sending.error : undefined;
  const shown = new Set<string | undefined>();
  const field = <Name extends keyof Values & string>(name: Name) => {
    shown.add(name);
    const input = { ...form.getInputProps(name), value: form.values[name], error: error?.about(prefix + name) };
    return { ...(labels && { label: labels(name) }), ...input };
  };
  /** Of a field that is a box to be ticked. */
  const box = (name: keyof Values & string) => form.getInputProps(name, { type: 'checkbox' });
  // Asked when the form is drawn, after its fields.
  const isAtFields = () =>
    error !== undefined &&
    error.issues.length > 0 &&
    error.issues.every(({ field }) => field.startsWith(prefix) && shown.has(field.slice(prefix.length).split('.')[0]));
  /** Whether the answer is to what is typed now. */
  const isSent = sent.current === JSON.stringify(form.values);
  return [field, { ...sending, isAtFields, isSent }, { ...form, box }] as const;
}

/** A screen that is a list, and perhaps a button that opens the form of a new item. */
export function ListPage<Item>(
  props: Parameters<typeof QueryList<Item>>[0] & {
    readonly title: string;
    readonly subtitle: string;
    readonly width?: 'wide';
    /** What is shown above the list, such as a search. */
    readonly above?: ReactNode;
    readonly add?: { readonly text: string; readonly icon: Icon; readonly form: ReactNode };
  },
) {
  const { title, subtitle, width, above, add, ...list } = props;
  return (
    <Page
      title={title}
      subtitle={subtitle}
      width={width}
      {...(add && {
        actions: (
          <DialogButton text={add.text} icon={add.icon} size="lg">
            {add.form}
          </DialogButton>
        ),
      })}
    >
      <Stack gap="lg">
        {above}
        <QueryList {...list} />
      </Stack>
    </Page>
  );
}
