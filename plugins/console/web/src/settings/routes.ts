import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { signedInRoute } from '../session/routes.ts';
import { screen } from '../shared/screen.ts';
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
  screen(area, 'account', () => import('./account/account-page.tsx'), 'AccountPage'),
  screen(area, 'people', () => import('./people/people-page.tsx'), 'PeoplePage'),
  screen(area, 'keys', () => import('./keys/keys-page.tsx'), 'KeysPage'),
  screen(area, 'templates', () => import('./templates/templates-page.tsx'), 'TemplatesPage', textSearch('template')),
  screen(area, 'webhooks', () => import('./webhooks/webhooks-page.tsx'), 'WebhooksPage'),
  screen(area, 'health', () => import('./system/health-page.tsx'), 'HealthPage'),
  screen(area, 'models', () => import('./system/models-page.tsx'), 'ModelsPage'),
  screen(area, 'audit', () => import('./system/audit-page.tsx'), 'AuditPage'),
  screen(area, 'data', () => import('./system/data-page.tsx'), 'DataPage'),
]);
