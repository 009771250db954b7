import { Group, Paper, Text, Title } from '@mantine/core';
import { type ReactNode, useEffect } from 'react';
import { AccountMenu } from './account-menu.tsx';
import classes from './entrance.module.css';

/** The page around what is shown to somebody who is not signed in. */
export function Entrance(props: { readonly title: string; readonly text?: string; readonly children: ReactNode }) {
  useEffect(() => {
    document.title = `${props.title} · Chronoscribe`;
  }, [props.title]);
  return (
    <main className={classes.page}>
      <div className={classes.column}>
        <Group justify="space-between" mb="lg">
          <Group gap="xs">
            <img src="/console/icon.svg" alt="" width={28} height={28} />
            <Text fw={650}>Chronoscribe</Text>
          </Group>
          <AccountMenu />
        </Group>
        <Paper className={classes.card} withBorder>
          <Title order={1} mb={4}>
            {props.title}
          </Title>
          {props.text !== undefined && (
            <Text c="dimmed" size="sm" mb="lg">
              {props.text}
            </Text>
          )}
          {props.children}
        </Paper>
      </div>
    </main>
  );
}
