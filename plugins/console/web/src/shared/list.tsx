import { Button, Group, Skeleton, Stack, Text } from '@mantine/core';
import {
  type Icon,
  IconAlertTriangle,
  IconCircleCheck,
  IconCircleDashed,
  IconCircleX,
  IconInfoCircle,
  IconLoader2,
} from '@tabler/icons-react';
import { infiniteQueryOptions, type QueryKey } from '@tanstack/react-query';
import { Link, type LinkProps } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { Failures } from './action.tsx';
import { useTexts } from './i18n.ts';
import look from './look.module.css';
import { Empty, type EmptyProps, ErrorNote } from './page.tsx';

/** A request as a screen needs it; one that comes page by page tells whether there are more. */
interface Query<Data> {
  readonly data: Data | undefined;
  readonly error: Error | null;
  readonly refetch: () => unknown;
  readonly hasNextPage?: boolean;
  readonly fetchNextPage?: () => unknown;
  readonly isFetchingNextPage?: boolean;
}

/** Shows a request's answer; before it a skeleton, and if it fails why, with a button to try again. */
export function QueryState<Data>(props: {
  readonly query: Query<Data>;
  readonly children: (data: Data) => ReactNode;
  /** Grey lines while it loads. */
  readonly lines?: number;
}) {
  const { data, error, refetch } = props.query;
  if (data !== undefined) return props.children(data);
  if (error !== null) return <ErrorNote error={error} onRetry={() => void refetch()} />;
  return <Loading lines={props.lines} />;
}

export function Loading({ lines = 4 }: { readonly lines?: number | undefined }) {
  const { t } = useTexts();
  return (
    <Stack gap="sm" role="status" aria-label={t('state.loading')}>
      {Array.from({ length: lines }, (_, index) => `line ${index}`).map((key) => (
        <Skeleton key={key} height={44} radius="md" />
      ))}
    </Stack>
  );
}

/** The items of a request as rows, or in `children` of their own, and a button for the next page of them. */
export function QueryList<Item>(props: {
  readonly query: Query<readonly Item[]>;
  readonly empty?: EmptyProps;
  readonly lines?: number;
  /** What the button for the next page says. */
  readonly more?: string;
  readonly row?: (item: Item) => ReactNode;
  readonly children?: (items: readonly Item[]) => ReactNode;
}) {
  const { t } = useTexts();
  const { query, empty, more = t('action.more'), row, children } = props;
  return (
    <>
      <QueryState query={query} {...(props.lines !== undefined && { lines: props.lines })}>
        {(items) => {
          if (items.length === 0) return empty && <Empty {...empty} />;
          return children === undefined ? <Rows>{row && items.map(row)}</Rows> : children(items);
        }}
      </QueryState>
      {query.hasNextPage === true && (
        <Button
          variant="subtle"
          loading={query.isFetchingNextPage ?? false}
          onClick={() => void query.fetchNextPage?.()}
        >
          {more}
        </Button>
      )}
    </>
  );
}

/** A request whose answer comes page by page, as one list of items. */
export function pagesOf<Page extends { readonly next_cursor?: string | null }, Item>(
  queryKey: QueryKey,
  ask: (cursor: string | undefined) => Promise<Page>,
  itemsOf: (page: Page) => readonly Item[],
) {
  return infiniteQueryOptions({
    queryKey,
    queryFn: ({ pageParam }) => ask(pageParam),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next_cursor }) => next_cursor ?? undefined,
    select: ({ pages }) => pages.flatMap(itemsOf),
  });
}

/** A framed list. */
export function Rows({ children }: { readonly children?: ReactNode }) {
  return <ul className={look.list}>{children}</ul>;
}

/** Of one thing in a list: what it is about, and to the right (`children`) its state and what can be done. */
export function Row(props: {
  readonly icon?: Icon;
  readonly iconColor?: string;
  /** What the icon says, if the row says it nowhere else. */
  readonly iconLabel?: string;
  readonly name: ReactNode;
  /** A line each. */
  readonly details?: readonly ReactNode[];
  /** What is wrong with it. */
  readonly fault?: string | null | undefined;
  /** Whatever else is shown below the details. */
  readonly below?: ReactNode;
  /** Why what was done with it failed, besides what its buttons do by themselves. */
  readonly error?: Error | null;
  /** Where the row leads. */
  readonly link?: LinkProps;
  readonly children?: ReactNode;
}) {
  const { name, details = [], fault, below, link, children, iconColor = 'var(--mantine-color-dimmed)' } = props;
  const [error, fail] = useState<Error | null>(null);
  const label = props.iconLabel === undefined ? { 'aria-hidden': true } : { 'aria-label': props.iconLabel };
  const content = (
    <>
      {props.icon && <props.icon size={19} stroke={1.6} color={iconColor} {...label} />}
      <div className={look.main}>
        <Text component="div" inherit fw={560}>
          {name}
        </Text>
        {details.map((detail, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the lines of a row keep their order
          <Text key={at} component="div" size="sm" c="dimmed">
            {detail}
          </Text>
        ))}
        <Fault text={fault} />
        {below}
        <ErrorNote error={props.error ?? error} />
      </div>
      {children && (
        <Group gap="0.35rem 0.9rem" ml="auto">
          {children}
        </Group>
      )}
    </>
  );
  return (
    <Failures value={fail}>
      {link === undefined ? (
        <li className={look.row}>{content}</li>
      ) : (
        <li>
          <Link {...link} className={look.row}>
            {content}
          </Link>
        </li>
      )}
    </Failures>
  );
}

/** When something was made. @param props.at milliseconds since 1970, of which `format` shows a part */
export function When({ at, format = 'dateTime' }: { readonly at: number; readonly format?: 'time' | 'dateTime' }) {
  return (
    <Text component="time" size="sm" c="dimmed" ml="auto" dateTime={new Date(at).toISOString()}>
      {useTexts()[format](at)}
    </Text>
  );
}

/** In a word or a sentence, what is wrong. Nothing without it. */
export function Fault({ text }: { readonly text: string | null | undefined }) {
  if (!text) return null;
  return (
    <Text size="sm" c="var(--cs-bad)" style={{ overflowWrap: 'anywhere' }}>
      {text}
    </Text>
  );
}

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
