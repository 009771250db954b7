import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { signedInRoute } from '../session/routes.ts';

const area = createRoute({ getParentRoute: () => signedInRoute, path: 'settings' });
const soon = lazyRouteComponent(() => import('../shared/coming-soon.tsx'), 'ComingSoon');

/** The screens below `/console/settings`. */
export const settingsRoutes = area.addChildren([
  createRoute({ getParentRoute: () => area, path: '/', component: soon }),
]);
