import { Button, TextInput, useComputedColorScheme } from '@mantine/core';
import { IconPlugConnectedX } from '@tabler/icons-react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { type RouterHistory, useRouter } from '@tanstack/react-router';
import type { ConsoleComponents, ConsoleModule, ConsoleShell } from 'chronoscribe/console';
import React, { Component, createContext, type ReactNode, Suspense, use, useState } from 'react';
import { useSession } from '../session/session.ts';
import { notify, notifyError, RowButton, useAction } from '../shared/action.tsx';
import { ApiError, queryClient, refresh, sendSignedIn, sendWithSession, sentenceOf } from '../shared/api.ts';
import { Form as FormFrame } from '../shared/form.tsx';
import { i18n, useTexts } from '../shared/i18n.ts';
import { Loading, Row, Rows, StatusBadge } from '../shared/list.tsx';
import { Notice, Section } from '../shared/page.tsx';
import type { Part } from './extensions.ts';

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

/** Keeps what a plugin throws, whatever that is, from the rest of the screen. */
class Boundary extends Component<{ readonly plugin: string; readonly children: ReactNode }> {
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

/** Of the answers that modules ask for. */
const dataKey = ['extension', 'data'];

/** What a module is given. */
function shellOf({ may_change: mayChange }: Part, history: RouterHistory): ConsoleShell {
  return {
    React,
    components,
    useConsole() {
      const { account_id: account, person, scopes } = useSession();
      const { language } = useTexts().i18n;
      return { account, person, scopes, mayChange, language, colorScheme: useComputedColorScheme() };
    },
    useData<Answer>(path: string) {
      const { data } = useSuspenseQuery({
        queryKey: [...dataKey, path],
        queryFn: ({ signal }) => sendSignedIn('GET', path, undefined, { signal }),
      });
      // The boundary where the author of the module says what its own endpoint answers.
      return data as Answer;
    },
    async call(method, path, json) {
      const answer = await sendSignedIn(method, path, json);
      if (method !== 'GET') await refresh(...dataKey);
      return answer;
    },
    fetch: (path, init) => sendWithSession(new Request(new URL(path, location.origin), init)),
    navigate: (path) => history.push(`/console${path}`),
    notify(message, tone = 'good') {
      if (tone === 'bad') notifyError(new Error(message));
      else notify(message);
    },
  };
}

type Texts = Readonly<Record<string, string>>;

const Fields = createContext({
  texts: {} as Texts,
  set: (_change: Texts): void => undefined,
  error: undefined as ApiError | undefined,
});

const Form: ConsoleComponents['Form'] = ({ submit, send, children }) => {
  const [texts, setTexts] = useState<Texts>({});
  const sending = useAction(async () => send(texts), { onSuccess: () => setTexts({}) });
  const error = sending.error instanceof ApiError ? sending.error : undefined;
  const isAtFields = () => error?.issues.every(({ field }) => field in texts) === true;
  return (
    <Fields value={{ texts, set: (change) => setTexts((before) => ({ ...before, ...change })), error }}>
      <FormFrame sending={{ ...sending, isAtFields }} submit={submit} inline>
        {children}
      </FormFrame>
    </Fields>
  );
};

const Field: ConsoleComponents['Field'] = ({ name, ...input }) => {
  const { texts, set, error } = use(Fields);
  const onChange = ({ currentTarget }: React.ChangeEvent<HTMLInputElement>) => set({ [name]: currentTarget.value });
  return <TextInput {...input} value={texts[name] ?? ''} onChange={onChange} error={error?.about(name)} />;
};

/** The components that modules are given. */
const components: ConsoleComponents = {
  ...{ Section, Rows, Row, Form, Field },
  ...{ Badge: StatusBadge, Button: RowButton },
};
