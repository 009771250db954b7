import { MultiSelect, type MultiSelectProps } from '@mantine/core';
import { use, useMemo } from 'react';
import { useMarkUnsaved } from '../../shared/activity.ts';
import { useFields } from '../../shared/form.tsx';
import { useTexts } from '../../shared/i18n.ts';
import { fromField } from '../shared/instants.ts';
import { Shown } from './shown-timeline.ts';

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

/** Chooses events of the timeline that is shown, by their names. There may be thousands: those that are meant are shown. */
export function EventPicker(props: MultiSelectProps) {
  const { byId } = use(Shown);
  const data = useMemo(() => [...byId.values()].map(({ id, text }) => ({ value: id, label: text })), [byId]);
  return <MultiSelect data={data} searchable selectFirstOptionOnChange limit={50} {...props} />;
}
