import { Box } from '@mantine/core';
import { createRoute, createRouter, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { extensionsQuery } from '../extensions/extensions.ts';
import { invitationRoute, signedInRoute, signInRoute } from '../session/routes.ts';
import { sessionQuery } from '../session/session.ts';
import { Loading } from '../shared/list.tsx';
import { queryClient } from '../shared/query-client.ts';
import { rootRoute } from '../shared/root-route.tsx';
import { firstScreen } from './navigation.ts';
import { screens } from './screens.ts';

/** `/console/` leads to the first screen that the session's scopes allow, else to the first page of a plugin. */
const startRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/',
  beforeLoad: async () => {
    const session = await queryClient.ensureQueryData(sessionQuery);
    const to = firstScreen(session?.scopes ?? []);
    if (to !== undefined) throw redirect({ to });
    const { pages } = await queryClient.ensureQueryData(extensionsQuery);
    if (pages[0] !== undefined) throw redirect({ to: '/pages/$', params: { _splat: pages[0].path } });
    throw redirect({ to: '/settings' });
  },
});

const routeTree = rootRoute.addChildren([
  signInRoute,
  invitationRoute,
  signedInRoute
    .update({ component: lazyRouteComponent(() => import('./shell.tsx'), 'Shell') })
    .addChildren([startRoute, ...screens]),
]);

export const router = createRouter({
  routeTree,
  basepath: '/console',
  defaultPreload: 'intent',
  defaultPendingComponent: () => (
    <Box p="2rem">
      <Loading />
    </Box>
  ),
  scrollRestoration: true,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
