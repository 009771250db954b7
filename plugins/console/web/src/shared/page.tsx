import { Group, Text, Title } from '@mantine/core';
import { type ReactNode, useEffect } from 'react';
import classes from './page.module.css';

/** A screen: its title, which is also that of the browser's tab, its actions, and its content. */
export function Page(props: {
  readonly title: string;
  readonly subtitle?: ReactNode;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
  /** `wide` uses the whole width, for tables and pictures. */
  readonly width?: 'text' | 'normal' | 'wide';
}) {
  useEffect(() => {
    document.title = `${props.title} · Chronoscribe`;
  }, [props.title]);
  return (
    <div className={classes.page} data-width={props.width ?? 'normal'}>
      <Group justify="space-between" align="flex-start" gap="sm" className={classes.head}>
        <div className={classes.titles}>
          <Title order={1}>{props.title}</Title>
          {props.subtitle !== undefined && (
            <Text component="div" c="dimmed" size="sm" mt={4}>
              {props.subtitle}
            </Text>
          )}
        </div>
        {props.actions !== undefined && <Group gap="xs">{props.actions}</Group>}
      </Group>
      {props.children}
    </div>
  );
}
