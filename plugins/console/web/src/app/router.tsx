import { Box } from '@mantine/core';
import { type AnyRoute, createRoute, createRouter, lazyRouteComponent, redirect } from '@tanstack/react-router';
import type { ComponentType } from 'react';
import { extensionsQuery } from '../extensions/extensions.ts';
import { invitationRoute, rootRoute, signedInRoute, signInRoute } from '../session/routes.tsx';
import { sessionQuery } from '../session/session.ts';
import { queryClient } from '../shared/api.ts';
import { Loading } from '../shared/list.tsx';

/** A screen below an area, which is loaded when somebody goes there. */
const screen = <Area extends AnyRoute, const Path extends string, Name extends string, Search = unknown>(
  area: Area,
  path: Path,
  load: () => Promise<Readonly<Record<Name, ComponentType>>>,
  name: Name,
  validateSearch?: (search: Readonly<Record<string, unknown>>) => Search,
) =>
  createRoute({
    getParentRoute: () => area,
    path,
    component: lazyRouteComponent(load, name),
    validateSearch,
  });

const area = <const Path extends string>(path: Path) => createRoute({ getParentRoute: () => signedInRoute, path });

const clinical = area('clinical');
const clinicalScreens = clinical.addChildren([
  screen(
    clinical,
    'today',
    () => import('../clinical/today/today-page.tsx'),
    'TodayPage',
    textSearch('q', 'form', 'from'),
  ),
  screen(clinical, 'new', () => import('../clinical/new/new-page.tsx'), 'NewPage', textSearch('recording')),
  screen(clinical, 'documents', () => import('../clinical/documents/documents-page.tsx'), 'DocumentsPage'),
  screen(clinical, 'notes/$id', () => import('../clinical/review/review.tsx'), 'ReviewPage'),
  screen(clinical, 'documents/$id', () => import('../clinical/documents/document-page.tsx'), 'DocumentPage'),
]);

const time = area('time');
const timelinesSearch = textSearch('timeline', 'view', 'event', 'lanes', 'q', 'other');
const timeScreens = time.addChildren([
  screen(time, 'clock', () => import('../time/clock/clock-page.tsx'), 'ClockPage', textSearch('clock')),
  screen(time, 'timelines', () => import('../time/timelines/timelines-page.tsx'), 'TimelinesPage', timelinesSearch),
]);

const workflows = area('workflows');
const workflowScreens = workflows.addChildren([
  screen(workflows, 'runs', () => import('../workflows/runs-page.tsx'), 'RunsPage', textSearch('workflow', 'status')),
  screen(workflows, 'runs/$id', () => import('../workflows/run-page.tsx'), 'RunPage'),
  screen(workflows, 'list', () => import('../workflows/workflows-page.tsx'), 'WorkflowsPage', textSearch('name')),
  screen(workflows, 'schedules', () => import('../workflows/schedules-page.tsx'), 'SchedulesPage'),
  screen(workflows, 'automations', () => import('../workflows/automations-page.tsx'), 'AutomationsPage'),
]);

const settings = area('settings').update({
  component: lazyRouteComponent(() => import('../settings/settings-layout.tsx'), 'SettingsLayout'),
});
const toAccount = () => {
  throw redirect({ to: '/settings/account' });
};
const settingsScreens = settings.addChildren([
  createRoute({ getParentRoute: () => settings, path: '/', beforeLoad: toAccount }),
  screen(settings, 'account', () => import('../settings/account/account-page.tsx'), 'AccountPage'),
  screen(settings, 'people', () => import('../settings/people/people-page.tsx'), 'PeoplePage'),
  screen(settings, 'keys', () => import('../settings/keys/keys-page.tsx'), 'KeysPage'),
  screen(
    settings,
    'templates',
    () => import('../settings/templates/templates-page.tsx'),
    'TemplatesPage',
    textSearch('template'),
  ),
  screen(settings, 'webhooks', () => import('../settings/webhooks/webhooks-page.tsx'), 'WebhooksPage'),
  screen(settings, 'health', () => import('../settings/system/health-page.tsx'), 'HealthPage'),
  screen(settings, 'models', () => import('../settings/system/models-page.tsx'), 'ModelsPage'),
  screen(settings, 'audit', () => import('../settings/system/audit-page.tsx'), 'AuditPage'),
  screen(settings, 'data', () => import('../settings/system/data-page.tsx'), 'DataPage'),
]);

/** The page of a plugin, and what is below it. */
const pluginScreen = screen(signedInRoute, 'pages/$', () => import('../extensions/places.tsx'), 'PageScreen');

/** All screens of who is signed in, by their paths below `/console`. */
const screens = [clinicalScreens, timeScreens, workflowScreens, settingsScreens, pluginScreen] as const;

const firstScreens = [
  ['clinical', '/clinical/today'],
  ['time', '/time/clock'],
  ['operator', '/workflows/automations'],
] as const;

/** `/console/` leads to the first screen that the session's scopes allow, else to the first page of a plugin. */
const startRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/',
  beforeLoad: async () => {
    const session = await queryClient.ensureQueryData(sessionQuery);
    const first = firstScreens.find(([scope]) => session?.scopes.includes(scope));
    if (first !== undefined) throw redirect({ to: first[1] });
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

/** Reads these parameters of a page's address, each a text; whatever else is there is dropped. */
function textSearch<Name extends string>(...names: readonly Name[]) {
  return (search: Readonly<Record<string, unknown>>): { readonly [Each in Name]?: string | undefined } =>
    // The boundary of the address: a number in it, such as `?q=12`, arrives as a number.
    Object.fromEntries(
      names.flatMap((name) =>
        search[name] === undefined || search[name] === '' ? [] : [[name, String(search[name])]],
      ),
    ) as { readonly [Each in Name]?: string };
}
