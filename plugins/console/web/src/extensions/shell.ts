import { useComputedColorScheme } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import type { RouterHistory } from '@tanstack/react-router';
import type { ConsoleShell } from 'chronoscribe/console';
import React from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../session/session.ts';
import { notify, notifyError } from '../shared/action.tsx';
import { sendSignedIn, sendWithSession } from '../shared/api.ts';
import { refresh } from '../shared/query-client.ts';
import { components } from './components.tsx';
import type { Part } from './extensions.ts';

/** Of the answers that modules ask for. */
const dataKey = ['extension', 'data'];

/** What a module is given. */
export function shellOf({ may_change: mayChange }: Part, history: RouterHistory): ConsoleShell {
  return {
    React,
    components,
    useConsole() {
      const { account_id: account, person, scopes } = useSession();
      const { language } = useTranslation().i18n;
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
