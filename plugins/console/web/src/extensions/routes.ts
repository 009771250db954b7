import { signedInRoute } from '../session/routes.ts';
import { screen } from '../shared/screen.ts';

/** The screens of plugins: `/console/pages/{path}` and what is below it. */
export const extensionRoute = screen(signedInRoute, 'pages/$', () => import('./page-screen.tsx'), 'PageScreen');
