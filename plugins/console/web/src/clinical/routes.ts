import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { signedInRoute } from '../session/routes.ts';
import { textSearch } from '../shared/text-search.ts';

const area = createRoute({ getParentRoute: () => signedInRoute, path: 'clinical' });

/** The screens below `/console/clinical`. */
export const clinicalRoutes = area.addChildren([
  createRoute({
    getParentRoute: () => area,
    path: 'today',
    validateSearch: textSearch('q', 'form', 'from'),
    component: lazyRouteComponent(() => import('./today/today-page.tsx'), 'TodayPage'),
  }),
  createRoute({
    getParentRoute: () => area,
    path: 'new',
    validateSearch: textSearch('recording'),
    component: lazyRouteComponent(() => import('./new/new-page.tsx'), 'NewPage'),
  }),
  createRoute({
    getParentRoute: () => area,
    path: 'documents',
    component: lazyRouteComponent(() => import('./documents/documents-page.tsx'), 'DocumentsPage'),
  }),
  createRoute({
    getParentRoute: () => area,
    path: 'notes/$id',
    component: lazyRouteComponent(() => import('./review/review.tsx'), 'ReviewPage'),
  }),
  createRoute({
    getParentRoute: () => area,
    path: 'documents/$id',
    component: lazyRouteComponent(() => import('./documents/document-page.tsx'), 'DocumentPage'),
  }),
]);
