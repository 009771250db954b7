import { Stack } from '@mantine/core';
import type { Icon } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { DialogButton } from './form.tsx';
import { QueryList } from './list.tsx';
import { Page } from './page.tsx';

/** A screen that is a list, and perhaps a button that opens the form of a new item. */
export function ListPage<Item>(
  props: Parameters<typeof QueryList<Item>>[0] & {
    readonly title: string;
    readonly subtitle: string;
    readonly width?: 'wide';
    /** What is shown above the list, such as a search. */
    readonly above?: ReactNode;
    readonly add?: { readonly text: string; readonly icon: Icon; readonly form: ReactNode };
  },
) {
  const { title, subtitle, width, above, add, ...list } = props;
  return (
    <Page
      title={title}
      subtitle={subtitle}
      width={width}
      {...(add && {
        actions: (
          <DialogButton text={add.text} icon={add.icon} size="lg">
            {add.form}
          </DialogButton>
        ),
      })}
    >
      <Stack gap="lg">
        {above}
        <QueryList {...list} />
      </Stack>
    </Page>
  );
}
