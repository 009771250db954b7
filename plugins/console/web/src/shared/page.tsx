import {
  Box,
  Button,
  type ElementProps,
  Flex,
  type FlexProps,
  Group,
  Stack,
  Text,
  TextInput,
  type TextInputProps,
  type TextProps,
  Title,
} from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import { type Icon, IconAlertTriangle, IconPlugConnectedX, IconSearch } from '@tabler/icons-react';
import { useLocation } from '@tanstack/react-router';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { Failures } from './action.tsx';
import { ApiError, sentenceOf } from './api.ts';
import { useTexts } from './i18n.ts';

/** Names the browser's tab. */
export const useTitle = (title: string): void => useDocumentTitle(`${title} · Chronoscribe`);

const widths = { normal: '76rem', wide: '150rem' } as const;

/** A screen: its title, which is also that of the browser's tab, its actions and what they failed with, and its content. */
export function Page(props: {
  readonly title: string;
  readonly subtitle?: ReactNode;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
  /** `wide` uses the whole width, for tables and pictures. */
  readonly width?: keyof typeof widths | undefined;
}) {
  useTitle(props.title);
  const [error, fail] = useState<Error | null>(null);
  return (
    <Failures value={fail}>
      <Box
        mx="auto"
        px={{ base: '1rem', sm: '2rem' }}
        pt={{ base: '1.25rem', sm: '1.75rem' }}
        pb="4rem"
        maw={widths[props.width ?? 'normal']}
      >
        <Group justify="space-between" align="flex-start" gap="sm" mb="1.5rem">
          <Box miw={0} style={{ overflowWrap: 'anywhere' }}>
            <Title order={1}>{props.title}</Title>
            {props.subtitle !== undefined && (
              <Text component="div" c="dimmed" size="sm" mt={4}>
                {props.subtitle}
              </Text>
            )}
          </Box>
          {props.actions !== undefined && <Group gap="xs">{props.actions}</Group>}
        </Group>
        <ErrorNote error={error} />
        {props.children}
      </Box>
    </Failures>
  );
}

/** A titled part of a screen, with the number of what is in it, its own actions, and what they failed with. */
export function Section(props: {
  readonly title: string;
  readonly count?: string;
  readonly actions?: ReactNode;
  readonly children?: ReactNode;
}) {
  const id = useId();
  const [error, fail] = useState<Error | null>(null);
  return (
    <Failures value={fail}>
      <section aria-labelledby={id}>
        <Group gap="0.6rem" mb="0.6rem" align="baseline" wrap="nowrap">
          <Title order={2} id={id}>
            {props.title}
          </Title>
          {props.count !== undefined && <Dimmed span>{props.count}</Dimmed>}
          {props.actions !== undefined && <Box ml="auto">{props.actions}</Box>}
        </Group>
        <ErrorNote error={error} />
        {props.children}
      </section>
    </Failures>
  );
}

/** Brings what is chosen into sight, of a line of links or tabs that scrolls on a small screen. */
export function useChosenInSight(chosen: string) {
  const line = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is another one for each choice
  useEffect(() => {
    const found = line.current?.querySelector('[aria-current], [aria-selected=true]');
    found?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [chosen]);
  return line;
}

/** A part of the navigation: its name, and the links. */
export function LinkArea(props: { readonly id: string; readonly title: string; readonly children: ReactNode }) {
  return (
    <Stack component="section" gap={1} mt="0.9rem" aria-labelledby={props.id}>
      <Title order={2} id={props.id} mb="0.25rem" px="0.5rem" fz="xs" fw={550} c="dimmed">
        {props.title}
      </Title>
      {props.children}
    </Stack>
  );
}

/** Links in a column, and beside them what they lead to; on a small screen a line of links above it. */
export function SideLinks(props: FlexProps & { readonly links: ReactNode; readonly children: ReactNode }) {
  const { links, children, ...nav } = props;
  const column = useChosenInSight(useLocation().href);
  return (
    <Flex direction={{ base: 'column', md: 'row' }} align={{ md: 'flex-start' }}>
      <Flex
        component="nav"
        ref={column}
        direction={{ base: 'row', md: 'column' }}
        flex="none"
        gap={2}
        w={{ md: '13rem' }}
        mb={{ base: 'md', md: 0 }}
        mr={{ md: 'lg' }}
        style={{ overflowX: 'auto' }}
        {...nav}
      >
        {links}
      </Flex>
      <Box flex={1} miw={0}>
        {children}
      </Box>
    </Flex>
  );
}

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
  const { t } = useTexts();
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

/** Where somebody types what a list is searched for. */
export const SearchInput = (props: TextInputProps) => (
  <TextInput type="search" leftSection={<IconSearch size={17} aria-hidden />} {...props} />
);

/** What stands smaller and paler beside the thing that it is about: a hint, a time, a count. */
export const Dimmed = (props: TextProps & ElementProps<'p', keyof TextProps>) => (
  <Text size="sm" c="dimmed" {...props} />
);
