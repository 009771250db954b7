import { Box, Flex, type FlexProps, Group, Text, Title } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import { useLocation } from '@tanstack/react-router';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { Failures } from './action.tsx';
import { Dimmed } from './dimmed.tsx';
import { ErrorNote } from './notice.tsx';

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

/** Links in a column, and beside them what they lead to; on a small screen a line of links above it. */
export function SideLinks(props: FlexProps & { readonly links: ReactNode; readonly children: ReactNode }) {
  const { links, children, ...nav } = props;
  const column = useRef<HTMLDivElement>(null);
  // Where the links are a line, the one that is shown may be out of sight.
  const { href } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is another one at each address
  useEffect(
    () => void column.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'center' }),
    [href],
  );
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
