import { Button, Skeleton, Stack } from '@mantine/core';
import { infiniteQueryOptions, type QueryKey } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import look from './look.module.css';
import { Empty, type EmptyProps, ErrorNote } from './notice.tsx';

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
  const { t } = useTranslation();
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
  const { t } = useTranslation();
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
export function Rows({ children }: { readonly children: ReactNode }) {
  return <ul className={look.list}>{children}</ul>;
}

/** Of one thing in a list: what it is about, and to the right (`children`) its state and what can be done. */
export function Row(props: {
  readonly name: ReactNode;
  /** A line each. */
  readonly details?: readonly ReactNode[];
  /** Why what was done with it failed. */
  readonly errors?: readonly (Error | null)[];
  /** Whatever else is shown below the details. */
  readonly below?: ReactNode;
  readonly children?: ReactNode;
}) {
  const { name, details = [], errors = [], below, children } = props;
  return (
    <li className={look.row}>
      <div className={look.main}>
        <div className={look.name}>{name}</div>
        {details.map((detail, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the lines of a row keep their order
          <div key={at} className={look.details}>
            {detail}
          </div>
        ))}
        {below}
        {errors.map((error, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: as above
          <ErrorNote key={at} error={error} />
        ))}
      </div>
      {children}
    </li>
  );
}
