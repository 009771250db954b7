import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { signedInRoute } from '../session/routes.ts';

const area = createRoute({ getParentRoute: () => signedInRoute, path: 'workflows' });
const soon = lazyRouteComponent(() => import('../shared/coming-soon.tsx'), 'ComingSoon');

/** The screens below `/console/workflows`. */
export const workflowRoutes = area.addChildren([
  createRoute({ getParentRoute: () => area, path: 'runs', component: soon }),
  createRoute({ getParentRoute: () => area, path: 'list', component: soon }),
  createRoute({ getParentRoute: () => area, path: 'automations', component: soon }),
]);
