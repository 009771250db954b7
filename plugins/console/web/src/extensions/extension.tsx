import { Button, Text } from '@mantine/core';
import { IconPlugConnectedX } from '@tabler/icons-react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import type { ConsoleModule } from 'chronoscribe/console';
import { Component, type ReactNode, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { Loading } from '../shared/list.tsx';
import { Notice } from '../shared/notice.tsx';
import { sentenceOf } from '../shared/problem-sentence.ts';
import { queryClient } from '../shared/query-client.ts';
import type { Part } from './extensions.ts';
import { shellOf } from './shell.ts';

/** What a plugin adds, from its module; until that is there, and if it fails, something else in its place. */
export function Extension<Props extends object>(props: {
  readonly of: Part;
  readonly given: Props;
  /** What stands around whatever else is in its place. */
  readonly frame?: (instead: ReactNode) => ReactNode;
}) {
  const { of: part, given, frame = (instead) => instead } = props;
  return (
    <Boundary key={part.module} instead={(error, retry) => frame(<Failure part={part} error={error} retry={retry} />)}>
      <Suspense fallback={frame(<Loading />)}>
        <Loaded part={part} given={given} />
      </Suspense>
    </Boundary>
  );
}

function Loaded<Props extends object>({ part, given }: { readonly part: Part; readonly given: Props }) {
  const router = useRouter();
  const { data } = useSuspenseQuery({
    queryKey: ['extension', 'module', part.module],
    queryFn: async () => {
      // The boundary where types end: the module is of somebody else.
      const { default: make } = (await import(/* @vite-ignore */ part.module)) as { default?: ConsoleModule<Props> };
      const Component = typeof make === 'function' ? await make(shellOf(part, router.history)) : undefined;
      if (!Component) throw new Error(`${part.module}: its default export is not a function that returns a component`);
      return { Component };
    },
    staleTime: Number.POSITIVE_INFINITY,
  });
  return <data.Component {...given} />;
}

interface BoundaryProps {
  readonly instead: (error: unknown, retry: () => void) => ReactNode;
  readonly children: ReactNode;
}

/** Keeps what a plugin throws, whatever that is, from the rest of the screen. */
class Boundary extends Component<BoundaryProps, { readonly failure: { readonly error: unknown } | null }> {
  override state = { failure: null as { readonly error: unknown } | null };

  static getDerivedStateFromError(error: unknown) {
    return { failure: { error } };
  }

  override render() {
    const { failure } = this.state;
    if (failure === null) return this.props.children;
    return this.props.instead(failure.error, () => {
      queryClient.removeQueries({ queryKey: ['extension'], predicate: ({ state }) => state.status === 'error' });
      this.setState({ failure: null });
    });
  }
}

function Failure(props: { readonly part: Part; readonly error: unknown; readonly retry: () => void }) {
  const { t } = useTranslation();
  const { plugin } = props.part;
  return (
    <Notice role="alert" tone="bad" icon={IconPlugConnectedX} title={t('extension.failed', { plugin })}>
      <Text size="sm">{sentenceOf(props.error)}</Text>
      <Button size="xs" variant="default" onClick={props.retry}>
        {t('action.retry')}
      </Button>
    </Notice>
  );
}
