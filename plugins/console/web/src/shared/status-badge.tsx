import {
  type Icon,
  IconAlertTriangle,
  IconCircleCheck,
  IconCircleDashed,
  IconCircleX,
  IconInfoCircle,
  IconLoader2,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './status-badge.module.css';

export type Tone = 'neutral' | 'accent' | 'good' | 'warn' | 'bad' | 'busy';

const icons: Readonly<Record<Tone, Icon>> = {
  neutral: IconCircleDashed,
  accent: IconInfoCircle,
  good: IconCircleCheck,
  warn: IconAlertTriangle,
  bad: IconCircleX,
  busy: IconLoader2,
};

/** A state in a word, a shape and a colour. The word says it; shape and colour only help to find it. */
export function StatusBadge({ tone, children }: { readonly tone: Tone; readonly children: ReactNode }) {
  const StatusIcon = icons[tone];
  return (
    <span className={classes.badge} data-tone={tone}>
      <StatusIcon size={14} aria-hidden />
      {children}
    </span>
  );
}
