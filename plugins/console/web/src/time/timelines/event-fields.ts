import { type ChangeEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../shared/api-error.ts';

/** What is typed about an event, by the API's names. */
export interface EventFields {
  readonly description: string;
  readonly time: string;
  readonly end_time: string;
  readonly location: string;
  readonly event_id: string;
  readonly causes: readonly string[];
  readonly min_delay: string;
  readonly participants: readonly string[];
  readonly requires: string;
  readonly effects: string;
}

type ListName = 'causes' | 'participants';
type TextName = Exclude<keyof EventFields, ListName>;

export const emptyEvent: EventFields = {
  ...{ description: '', time: '', end_time: '', location: '', event_id: '', min_delay: '', requires: '', effects: '' },
  ...{ causes: [], participants: [] },
};

/** An input of a moment to the second. */
export const momentInput = { type: 'datetime-local', step: 1 } as const;

/** The fields of a form about an event, and what the input of each needs: `<TextInput {...text('location')} />`. */
export function useEventFields(first: EventFields) {
  const { t } = useTranslation('time');
  const [fields, setFields] = useState(first);
  return {
    fields,
    /** @param prefix what the API puts before the names of the fields */
    inputsOf(error: unknown, prefix = '') {
      const about = (name: string) => (error instanceof ApiError ? error.about(prefix + name) : undefined);
      return {
        text: (name: TextName) => ({
          label: t(`event.${name}`),
          value: fields[name],
          error: about(name),
          onChange: ({ currentTarget }: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) =>
            setFields({ ...fields, [name]: currentTarget.value }),
        }),
        list: (name: ListName) => ({
          label: t(`event.${name}`),
          value: [...fields[name]],
          error: about(name),
          onChange: (value: readonly string[]) => setFields({ ...fields, [name]: value }),
        }),
      };
    },
  };
}
