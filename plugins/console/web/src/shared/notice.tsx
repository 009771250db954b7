import { Button, Flex, Stack, Text, Title } from '@mantine/core';
import { type Icon, IconAlertTriangle, IconPlugConnectedX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from './api-error.ts';
import { sentenceOf } from './problem-sentence.ts';

/** Something that a person should know, with an icon, a title and perhaps what can be done. */
export function Notice(props: {
  readonly tone: 'good' | 'warn' | 'bad';
  readonly icon: Icon;
  readonly title: string;
  /** `alert` has a screen reader say it at once. */
  readonly role?: 'alert' | 'status';
  readonly children?: ReactNode;
}) {
  const { tone, role, title, children } = props;
  const color = `var(--cs-${tone})`;
  return (
    <Flex gap="0.75rem" p="0.8rem 1rem" bdrs="md" fz="sm" bg={`var(--cs-${tone}-soft)`} role={role}>
      <props.icon size={20} stroke={1.8} aria-hidden color={color} style={{ flex: 'none' }} />
      <Stack flex={1} miw={0} align="flex-start" gap="0.45rem" style={{ overflowWrap: 'anywhere' }}>
        <Text component="strong" inherit c={color} fw={620}>
          {title}
        </Text>
        {children}
      </Stack>
    </Flex>
  );
}

/**
 * Says what went wrong: a sentence for a person, and the words of the API for who wants to know. Those are shut away from
 * clinicians, to whom they say nothing. Nothing without an error.
 */
export function ErrorNote({ error, onRetry }: { readonly error: unknown; readonly onRetry?: () => void }) {
  const { t } = useTranslation();
  if (error === null) return null;
  const unreachable = error instanceof ApiError && error.status === 0;
  return (
    <Notice
      role="alert"
      tone="bad"
      icon={unreachable ? IconPlugConnectedX : IconAlertTriangle}
      title={unreachable ? t('error.unreachable') : t('error.title')}
    >
      <Text size="sm">{unreachable ? t('error.unreachableText') : sentenceOf(error)}</Text>
      {error instanceof ApiError && error.issues.length > 0 && (
        <details open={!location.pathname.startsWith('/console/clinical')}>
          <summary>{t('error.details')}</summary>
          {error.issues.map(({ field, message }) => (
            <Text size="sm" key={field + message}>
              {field === '' ? message : `${field}: ${message}`}
            </Text>
          ))}
        </details>
      )}
      {onRetry !== undefined && (
        <Button size="xs" variant="default" onClick={onRetry}>
          {t('action.retry')}
        </Button>
      )}
    </Notice>
  );
}

export interface EmptyProps {
  readonly icon: Icon;
  readonly title: string;
  readonly text?: string;
  readonly children?: ReactNode;
}

/** What a list shows that has nothing in it: why, and the next step. */
export function Empty(props: EmptyProps) {
  return (
    <Stack p="3rem 1rem" align="center" gap="xs">
      <Flex
        align="center"
        justify="center"
        w="3.25rem"
        h="3.25rem"
        bdrs="50%"
        bg="var(--cs-accent-soft)"
        c="var(--cs-accent-text)"
      >
        <props.icon size={26} stroke={1.6} aria-hidden />
      </Flex>
      <Title order={2} size="h3" mt="xs">
        {props.title}
      </Title>
      {props.text !== undefined && (
        <Text c="dimmed" ta="center" maw={460}>
          {props.text}
        </Text>
      )}
      {props.children !== undefined && <div style={{ marginTop: '0.75rem' }}>{props.children}</div>}
    </Stack>
  );
}
