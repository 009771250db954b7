import { type ChangeEvent, useState } from 'react';

/** A text that is typed, what its input needs, and how it is set: `<TextInput {...nameInput} />`. */
export function useText(first = '') {
  const [text, setText] = useState(first);
  const onChange = ({ currentTarget }: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) =>
    setText(currentTarget.value);
  return [text, { value: text, onChange }, setText] as const;
}
