import { Badge } from '@mantine/core';
import {
  type Icon,
  IconAlertTriangle,
  IconCircleCheck,
  IconCircleDashed,
  IconCircleX,
  IconLoader2,
} from '@tabler/icons-react';

type Tone = 'good' | 'warn' | 'bad' | 'neutral' | 'busy';

const icons: Readonly<Record<Tone, Icon>> = {
  good: IconCircleCheck,
  warn: IconAlertTriangle,
  bad: IconCircleX,
  neutral: IconCircleDashed,
  busy: IconLoader2,
};

/** A state in a word, a colour and a shape, so that the colour alone means nothing. */
export function StatusBadge({ tone, children }: { readonly tone: Tone; readonly children: string }) {
  const StatusIcon = icons[tone];
  const colour = tone === 'busy' || tone === 'neutral' ? 'neutral' : tone;
  return (
    <Badge
      variant="light"
      radius="sm"
      tt="none"
      fw={560}
      leftSection={<StatusIcon size={14} aria-hidden />}
      styles={{
        root: {
          background: `var(--cs-${colour}-soft)`,
          color: colour === 'neutral' ? 'var(--mantine-color-text)' : `var(--cs-${colour})`,
        },
      }}
    >
      {children}
    </Badge>
  );
}
