import { Button } from '@mantine/core';
import { IconPlugConnectedX } from '@tabler/icons-react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import type { ConsoleModule } from 'chronoscribe/console';
import { Component, type ReactNode, Suspense } from 'react';
import { i18n } from '../shared/i18n.ts';
import { Loading } from '../shared/list.tsx';
import { Notice } from '../shared/notice.tsx';
import { sentenceOf } from '../shared/problem-sentence.ts';
import { queryClient } from '../shared/query-client.ts';
import type { Part } from './extensions.ts';
import { shellOf } from './shell.ts';

/** What a plugin adds, from its module; until that is there, and if it fails, something else in its place. */
export function Extension<Props extends object>(props: { readonly of: Part; readonly given: Props }) {
  return (
    <Boundary key={props.of.module} plugin={props.of.plugin}>
      <Suspense fallback={<Loading />}>
        <Loaded {...props} />
      </Suspense>
    </Boundary>
  );
}

function Loaded<Props extends object>({ of: part, given }: { readonly of: Part; readonly given: Props }) {
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
  readonly plugin: string;
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
    const retry = () => {
      queryClient.removeQueries({ queryKey: ['extension'], predicate: ({ state }) => state.status === 'error' });
      this.setState({ failure: null });
    };
    return (
      <Notice
        role="alert"
        tone="bad"
        icon={IconPlugConnectedX}
        title={i18n.t('extension.failed', { plugin: this.props.plugin })}
      >
        {sentenceOf(failure.error)}
        <Button size="xs" variant="default" onClick={retry}>
          {i18n.t('action.retry')}
        </Button>
      </Notice>
    );
  }
}
