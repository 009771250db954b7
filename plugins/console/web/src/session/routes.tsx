import { IconMapSearch } from '@tabler/icons-react';
import { createRootRoute, createRoute, lazyRouteComponent, Outlet, redirect } from '@tanstack/react-router';
import { LinkButton } from '../shared/action.tsx';
import { queryClient } from '../shared/api.ts';
import { useTexts } from '../shared/i18n.ts';
import { Empty, ErrorNote } from '../shared/page.tsx';
import { sessionQuery } from './session.ts';

interface SignInSearch {
  /** Where to go afterwards: a path of the console, without `/console`. */
  readonly return_to?: string;
  /** Code of what went wrong at the identity provider. */
  readonly error?: string;
  /** What the identity provider's sign-in still needs: one with the person's own password or passkey, or a code. */
  readonly pending?: 'link' | 'code';
}

export const signInRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: 'sign-in',
  validateSearch: (search: Readonly<Record<string, unknown>>): SignInSearch => ({
    // Only a path of this host: an address elsewhere would lead people away from it.
    ...(typeof search['return_to'] === 'string' && /^\/(?!\/|\\)/.test(search['return_to'])
      ? { return_to: search['return_to'] }
      : {}),
    ...(typeof search['error'] === 'string' ? { error: search['error'] } : {}),
    ...(search['pending'] === 'link' || search['pending'] === 'code' ? { pending: search['pending'] } : {}),
  }),
  component: lazyRouteComponent(() => import('./sign-in-page.tsx'), 'SignInPage'),
});

export const invitationRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: 'invitation/$token',
  component: lazyRouteComponent(() => import('./invitation-page.tsx'), 'InvitationPage'),
});

/** The parent of all screens that need a session. Without one it leads to the sign-in page, and back afterwards. */
export const signedInRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'signed-in',
  beforeLoad: async ({ location }) => {
    const session = await queryClient.ensureQueryData(sessionQuery);
    if (session === null) throw redirect({ to: '/sign-in', search: { return_to: location.href } });
  },
});

/** The route that all others are under. */
export const rootRoute = createRootRoute({
  component: Outlet,
  notFoundComponent: NotFound,
  errorComponent: ({ error, reset }) => <ErrorNote error={error} onRetry={reset} />,
});

function NotFound() {
  const { t } = useTexts();
  return (
    <Empty icon={IconMapSearch} title={t('notFound.title')} text={t('notFound.text')}>
      <LinkButton to="/" variant="light">
        {t('notFound.home')}
      </LinkButton>
    </Empty>
  );
}
