import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { signedInRoute } from '../session/routes.ts';
import { textSearch } from '../shared/text-search.ts';

const area = createRoute({ getParentRoute: () => signedInRoute, path: 'time' });

/** The screens below `/console/time`. */
export const timeRoutes = area.addChildren([
  createRoute({
    getParentRoute: () => area,
    path: 'clock',
    validateSearch: textSearch('clock'),
    component: lazyRouteComponent(() => import('./clock/clock-page.tsx'), 'ClockPage'),
  }),
  createRoute({
    getParentRoute: () => area,
    path: 'timelines',
    validateSearch: textSearch('timeline', 'view', 'event', 'lanes', 'q', 'other'),
    component: lazyRouteComponent(() => import('./timelines/timelines-page.tsx'), 'TimelinesPage'),
  }),
]);
