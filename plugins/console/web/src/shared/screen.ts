import { type AnyRoute, createRoute, lazyRouteComponent } from '@tanstack/react-router';
import type { ComponentType } from 'react';

/**
 * A screen below an area, which is loaded when somebody goes there: `screen(area, 'keys', () => import('./keys.tsx'),
 * 'KeysPage')`.
 */
export const screen = <Area extends AnyRoute, const Path extends string, Name extends string, Search = unknown>(
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
