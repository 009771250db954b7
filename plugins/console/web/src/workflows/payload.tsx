import { JsonInput, type JsonInputProps } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod/mini';

const Payload = z.record(z.string(), z.unknown());

/** The payload of an event or a signal, as somebody types it, its input, and what it is as an object. */
export function usePayload() {
  const { t } = useTranslation('workflows');
  const [value, onChange] = useState('{}');
  const common = { validationError: t('signal.notJson'), autosize: true, w: '100%', value, onChange } as const;
  return {
    input: (props: JsonInputProps & { readonly 'data-autofocus'?: boolean }) => <JsonInput {...common} {...props} />,
    /** @throws if it is no JSON object */
    parse: () => Payload.parse(JSON.parse(value)),
  };
}
