import { type ElementProps, Text, type TextProps } from '@mantine/core';

/** What stands smaller and paler beside the thing that it is about: a hint, a time, a count. */
export const Dimmed = (props: TextProps & ElementProps<'p', keyof TextProps>) => (
  <Text size="sm" c="dimmed" {...props} />
);
