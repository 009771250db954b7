import type { ReactNode } from 'react';
import classes from './status-badge.module.css';

/** A short word for a state. The word says it; the colour only helps to find it. */
export function StatusBadge(props: {
  readonly tone: 'neutral' | 'accent' | 'good' | 'warn' | 'bad';
  readonly children: ReactNode;
}) {
  return (
    <span className={classes.badge} data-tone={props.tone}>
      {props.children}
    </span>
  );
}
