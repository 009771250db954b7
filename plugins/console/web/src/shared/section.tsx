import { Text, Title } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import classes from './section.module.css';

/** A titled part of a screen, with the number of what is in it and its own actions. */
export function Section(props: {
  readonly title: string;
  readonly count?: string;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <div className={classes.head}>
        <Title order={2} id={id}>
          {props.title}
        </Title>
        {props.count !== undefined && (
          <Text span size="sm" c="dimmed">
            {props.count}
          </Text>
        )}
        {props.actions !== undefined && <div className={classes.actions}>{props.actions}</div>}
      </div>
      {props.children}
    </section>
  );
}
