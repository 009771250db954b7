import { createRoute } from '@tanstack/react-router';
import { signedInRoute } from '../session/routes.ts';
import { screen } from '../shared/screen.ts';
import { textSearch } from '../shared/text-search.ts';

const area = createRoute({ getParentRoute: () => signedInRoute, path: 'workflows' });

/** The screens below `/console/workflows`. */
export const workflowRoutes = area.addChildren([
  screen(area, 'runs', () => import('./runs-page.tsx'), 'RunsPage', textSearch('workflow', 'status')),
  screen(area, 'runs/$id', () => import('./run-page.tsx'), 'RunPage'),
  screen(area, 'list', () => import('./workflows-page.tsx'), 'WorkflowsPage', textSearch('name')),
  screen(area, 'schedules', () => import('./schedules-page.tsx'), 'SchedulesPage'),
  screen(area, 'automations', () => import('./automations-page.tsx'), 'AutomationsPage'),
]);
