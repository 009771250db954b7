import type { Icon } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './notice.module.css';

/** Something that a person should know, with an icon, a title and perhaps what can be done. */
export function Notice(props: {
  readonly tone: 'good' | 'warn' | 'bad';
  readonly icon: Icon;
  readonly title: string;
  /** `alert` has a screen reader say it at once. */
  readonly role?: 'alert' | 'status';
  readonly children?: ReactNode;
}) {
  return (
    <div className={classes.notice} data-tone={props.tone} role={props.role}>
      <props.icon size={20} stroke={1.8} aria-hidden className={classes.icon} />
      <div className={classes.body}>
        <strong className={classes.title}>{props.title}</strong>
        {props.children}
      </div>
    </div>
  );
}
