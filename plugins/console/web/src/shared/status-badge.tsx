import { Group } from '@mantine/core';
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

const looks = {
  neutral: [IconCircleDashed, '--cs-neutral-soft', '--mantine-color-text'],
  accent: [IconInfoCircle, '--cs-accent-soft', '--cs-accent-text'],
  good: [IconCircleCheck, '--cs-good-soft', '--cs-good'],
  warn: [IconAlertTriangle, '--cs-warn-soft', '--cs-warn'],
  bad: [IconCircleX, '--cs-bad-soft', '--cs-bad'],
  busy: [IconLoader2, '--cs-neutral-soft', '--mantine-color-text'],
} as const satisfies Readonly<Record<string, readonly [Icon, string, string]>>;

/** A state in a word, a shape and a colour. The word says it; shape and colour only help to find it. */
export function StatusBadge(props: {
  readonly tone: keyof typeof looks;
  readonly icon?: Icon;
  readonly title?: string;
  readonly children: ReactNode;
}) {
  const [usual, background, color] = looks[props.tone];
  const StatusIcon = props.icon ?? usual;
  return (
    <Group
      component="span"
      title={props.title}
      display="inline-flex"
      wrap="nowrap"
      gap="0.3rem"
      p="0.08rem 0.6rem"
      bdrs="1rem"
      bg={`var(${background})`}
      c={`var(${color})`}
      fz="xs"
      fw={580}
      style={{ whiteSpace: 'nowrap' }}
    >
      <StatusIcon size={14} aria-hidden />
      {props.children}
    </Group>
  );
}
