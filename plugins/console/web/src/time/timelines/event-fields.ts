import { useMarkUnsaved } from '../../shared/activity.ts';
import { useFields } from '../../shared/form.tsx';
import { useTexts } from '../../shared/i18n.ts';
import { fromField } from '../shared/instants.ts';

/** An input of a moment to the second. */
export const momentInput = { type: 'datetime-local', step: 1 } as const;

/** A moment that was typed, as the API takes it; what is no moment it refuses. */
export const typedMoment = (text: string): string => fromField(text) ?? text;

/** The fields of a form about an event, with their labels: `<TextInput {...field('location')} />`. */
export const useEventFields: typeof useFields = (initialValues, send, after) => {
  const { t } = useTexts('time');
  const labels = (name: string) => t(`event.${name}` as 'event.time');
  const fields = useFields(initialValues, send, { ...after, labels });
  useMarkUnsaved(fields[2].isDirty());
  return fields;
};
