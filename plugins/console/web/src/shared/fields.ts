import { useForm } from '@mantine/form';
import { use, useRef } from 'react';
import { useAction } from './action.tsx';
import { ApiError } from './api-error.ts';
import { Close } from './form.tsx';

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
