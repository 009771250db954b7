import { JsonInput, type JsonInputProps } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { z } from 'zod/mini';

const Payload = z.record(z.string(), z.unknown());

/** The payload of an event or a signal, as somebody typed it. @throws if it is no JSON object */
export const parsePayload = (text: string) => Payload.parse(JSON.parse(text));

/** Where somebody types such a payload. */
export function PayloadInput(props: JsonInputProps & { readonly 'data-autofocus'?: boolean }) {
  const { t } = useTranslation('workflows');
  return <JsonInput validationError={t('signal.notJson')} autosize w="100%" {...props} />;
}
