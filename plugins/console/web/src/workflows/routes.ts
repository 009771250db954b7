import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { signedInRoute } from '../session/routes.ts';
import { textSearch } from '../shared/text-search.ts';

const area = createRoute({ getParentRoute: () => signedInRoute, path: 'workflows' });

/** The screens below `/console/workflows`. */
export const workflowRoutes = area.addChildren([
  createRoute({
    getParentRoute: () => area,
    path: 'runs',
    validateSearch: textSearch('workflow', 'status'),
    component: lazyRouteComponent(() => import('./runs-page.tsx'), 'RunsPage'),
  }),
  createRoute({
    getParentRoute: () => area,
    path: 'runs/$id',
    component: lazyRouteComponent(() => import('./run-page.tsx'), 'RunPage'),
  }),
  createRoute({
    getParentRoute: () => area,
    path: 'list',
    validateSearch: textSearch('name'),
    component: lazyRouteComponent(() => import('./workflows-page.tsx'), 'WorkflowsPage'),
  }),
  createRoute({
    getParentRoute: () => area,
    path: 'schedules',
    component: lazyRouteComponent(() => import('./schedules-page.tsx'), 'SchedulesPage'),
  }),
  createRoute({
    getParentRoute: () => area,
    path: 'automations',
    component: lazyRouteComponent(() => import('./automations-page.tsx'), 'AutomationsPage'),
  }),
]);
