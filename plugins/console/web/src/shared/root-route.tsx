import { createRootRoute, Outlet } from '@tanstack/react-router';
import { ErrorNote } from './error-note.tsx';
import { NotFound } from './not-found.tsx';

/** The route that all others are under. */
export const rootRoute = createRootRoute({
  component: Outlet,
  notFoundComponent: NotFound,
  errorComponent: ({ error, reset }) => <ErrorNote error={error} onRetry={reset} />,
});
