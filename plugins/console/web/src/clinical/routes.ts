import { createRoute } from '@tanstack/react-router';
import { signedInRoute } from '../session/routes.ts';
import { screen } from '../shared/screen.ts';
import { textSearch } from '../shared/text-search.ts';

const area = createRoute({ getParentRoute: () => signedInRoute, path: 'clinical' });

/** The screens below `/console/clinical`. */
export const clinicalRoutes = area.addChildren([
  screen(area, 'today', () => import('./today/today-page.tsx'), 'TodayPage', textSearch('q', 'form', 'from')),
  screen(area, 'new', () => import('./new/new-page.tsx'), 'NewPage', textSearch('recording')),
  screen(area, 'documents', () => import('./documents/documents-page.tsx'), 'DocumentsPage'),
  screen(area, 'notes/$id', () => import('./review/review.tsx'), 'ReviewPage'),
  screen(area, 'documents/$id', () => import('./documents/document-page.tsx'), 'DocumentPage'),
]);
