import { Skeleton, Stack } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorNote } from './error-note.tsx';

/** Shows a request's answer; before it a skeleton, and if it fails why, with a button to try again. */
export function QueryState<Data>(props: {
  readonly query: UseQueryResult<Data>;
  readonly children: (data: Data) => ReactNode;
  /** Shown while it loads, instead of some grey lines. */
  readonly skeleton?: ReactNode;
}) {
  const { data, error, refetch } = props.query;
  if (data !== undefined) return props.children(data);
  if (error !== null) return <ErrorNote error={error} onRetry={() => void refetch()} />;
  return props.skeleton ?? <Loading />;
}

export function Loading({ lines = 4 }: { readonly lines?: number }) {
  const { t } = useTranslation();
  return (
    <Stack gap="sm" role="status" aria-label={t('state.loading')}>
      {Array.from({ length: lines }, (_, index) => `line ${index}`).map((key) => (
        <Skeleton key={key} height={44} radius="md" />
      ))}
    </Stack>
  );
}
