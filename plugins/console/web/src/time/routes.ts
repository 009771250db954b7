import { createRoute } from '@tanstack/react-router';
import { signedInRoute } from '../session/routes.ts';
import { screen } from '../shared/screen.ts';
import { textSearch } from '../shared/text-search.ts';

const area = createRoute({ getParentRoute: () => signedInRoute, path: 'time' });
const timelinesSearch = textSearch('timeline', 'view', 'event', 'lanes', 'q', 'other');

/** The screens below `/console/time`. */
export const timeRoutes = area.addChildren([
  screen(area, 'clock', () => import('./clock/clock-page.tsx'), 'ClockPage', textSearch('clock')),
  screen(area, 'timelines', () => import('./timelines/timelines-page.tsx'), 'TimelinesPage', timelinesSearch),
]);
