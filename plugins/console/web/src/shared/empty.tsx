import { Stack, Text, Title } from '@mantine/core';
import type { Icon } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './empty.module.css';

/** What a list shows that has nothing in it: why, and the next step. */
export function Empty(props: {
  readonly icon: Icon;
  readonly title: string;
  readonly text?: string;
  readonly children?: ReactNode;
}) {
  return (
    <Stack className={classes.empty} align="center" gap="xs">
      <span className={classes.icon}>
        <props.icon size={26} stroke={1.6} aria-hidden />
      </span>
      <Title order={2} size="h3" mt="xs">
        {props.title}
      </Title>
      {props.text !== undefined && (
        <Text c="dimmed" ta="center" maw={460}>
          {props.text}
        </Text>
      )}
      {props.children !== undefined && <div className={classes.action}>{props.children}</div>}
    </Stack>
  );
}
