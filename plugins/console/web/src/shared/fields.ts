import { useForm } from '@mantine/form';
import { useAction } from './action.tsx';
import { ApiError } from './api-error.ts';

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
