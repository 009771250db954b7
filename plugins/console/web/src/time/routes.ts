import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { signedInRoute } from '../session/routes.ts';

const area = createRoute({ getParentRoute: () => signedInRoute, path: 'time' });
const soon = lazyRouteComponent(() => import('../shared/coming-soon.tsx'), 'ComingSoon');

/** The screens below `/console/time`. */
export const timeRoutes = area.addChildren([
  createRoute({ getParentRoute: () => area, path: 'clock', component: soon }),
  createRoute({ getParentRoute: () => area, path: 'timelines', component: soon }),
]);
