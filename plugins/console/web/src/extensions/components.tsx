import { TextInput } from '@mantine/core';
import type { ConsoleComponents } from 'chronoscribe/console';
import { createContext, use, useState } from 'react';
import { RowButton, useAction } from '../shared/action.tsx';
import { ApiError } from '../shared/api-error.ts';
import { Form as FormFrame } from '../shared/form.tsx';
import { Row, Rows } from '../shared/list.tsx';
import { Section } from '../shared/page.tsx';
import { StatusBadge } from '../shared/status-badge.tsx';

type Texts = Readonly<Record<string, string>>;

const Fields = createContext({
  texts: {} as Texts,
  set: (_change: Texts): void => undefined,
  error: undefined as ApiError | undefined,
});

const Form: ConsoleComponents['Form'] = ({ submit, send, children }) => {
  const [texts, setTexts] = useState<Texts>({});
  const sending = useAction(async () => send(texts), { onSuccess: () => setTexts({}) });
  const error = sending.error instanceof ApiError ? sending.error : undefined;
  const isAtFields = () => error?.issues.every(({ field }) => field in texts) === true;
  return (
    <Fields value={{ texts, set: (change) => setTexts((before) => ({ ...before, ...change })), error }}>
      <FormFrame sending={{ ...sending, isAtFields }} submit={submit} inline>
        {children}
      </FormFrame>
    </Fields>
  );
};

const Field: ConsoleComponents['Field'] = ({ name, ...input }) => {
  const { texts, set, error } = use(Fields);
  const onChange = ({ currentTarget }: React.ChangeEvent<HTMLInputElement>) => set({ [name]: currentTarget.value });
  return <TextInput {...input} value={texts[name] ?? ''} onChange={onChange} error={error?.about(name)} />;
};

/** The components that modules are given. */
export const components: ConsoleComponents = {
  ...{ Section, Rows, Row, Form, Field },
  ...{ Badge: StatusBadge, Button: RowButton },
};
