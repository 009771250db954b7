import { Checkbox, type CheckboxGroupProps, type CheckboxProps, Stack } from '@mantine/core';

/** Of some things, those that are ticked. */
export const Checkboxes = ({
  offered,
  ...group
}: Omit<CheckboxGroupProps, 'children'> & { readonly offered: readonly (CheckboxProps & { value: string })[] }) => (
  <Checkbox.Group {...group}>
    <Stack gap="xs" mt="xs">
      {offered.map((each) => (
        <Checkbox key={each.value} {...each} />
      ))}
    </Stack>
  </Checkbox.Group>
);
