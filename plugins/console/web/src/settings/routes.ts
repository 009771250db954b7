import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { signedInRoute } from '../session/routes.ts';
import { textSearch } from '../shared/text-search.ts';

const area = createRoute({
  getParentRoute: () => signedInRoute,
  path: 'settings',
  component: lazyRouteComponent(() => import('./settings-layout.tsx'), 'SettingsLayout'),
});

/** The screens below `/console/settings`. */
export const settingsRoutes = area.addChildren([
  createRoute({
    getParentRoute: () => area,
    path: '/',
    beforeLoad: () => {
      throw redirect({ to: '/settings/account' });
    },
  }),
  createRoute({
    getParentRoute: () => area,
    path: 'account',
    component: lazyRouteComponent(() => import('./account/account-page.tsx'), 'AccountPage'),
  }),
  createRoute({
    getParentRoute: () => area,
    path: 'people',
    component: lazyRouteComponent(() => import('./people/people-page.tsx'), 'PeoplePage'),
  }),
  createRoute({
    getParentRoute: () => area,
    path: 'keys',
    component: lazyRouteComponent(() => import('./keys/keys-page.tsx'), 'KeysPage'),
  }),
  createRoute({
    getParentRoute: () => area,
    path: 'templates',
    validateSearch: textSearch('template'),
    component: lazyRouteComponent(() => import('./templates/templates-page.tsx'), 'TemplatesPage'),
  }),
  createRoute({
    getParentRoute: () => area,
    path: 'webhooks',
    component: lazyRouteComponent(() => import('./webhooks/webhooks-page.tsx'), 'WebhooksPage'),
  }),
  createRoute({
    getParentRoute: () => area,
    path: 'health',
    component: lazyRouteComponent(() => import('./system/health-page.tsx'), 'HealthPage'),
  }),
  createRoute({
    getParentRoute: () => area,
    path: 'models',
    component: lazyRouteComponent(() => import('./system/models-page.tsx'), 'ModelsPage'),
  }),
  createRoute({
    getParentRoute: () => area,
    path: 'audit',
    component: lazyRouteComponent(() => import('./system/audit-page.tsx'), 'AuditPage'),
  }),
  createRoute({
    getParentRoute: () => area,
    path: 'data',
    component: lazyRouteComponent(() => import('./system/data-page.tsx'), 'DataPage'),
  }),
]);
