import { queryOptions } from '@tanstack/react-query';
import { type Answer, api, type Body } from '../shared/api.ts';
import { schedulesQuery } from './runs.ts';

export type Automation = Answer<'/api/v1/automations'>['items'][number];
export type Definition = Omit<Body<'/api/v1/automations/{name}', 'put'>, 'version'>;
export type Written = Pick<NonNullable<Automation['written']>, 'definition' | 'version'>;
export type Catalog = Answer<'/api/v1/automations/catalog'>;
export type Outlook = Answer<'/api/v1/automations/{name}/outlook', 'post'>;

export const automationsQuery = queryOptions({
  queryKey: ['automations'],
  queryFn: async () => (await api.GET('/api/v1/automations')).items,
});

export const catalogQuery = queryOptions({
  queryKey: ['automation catalog'],
  queryFn: () => api.GET('/api/v1/automations/catalog'),
  staleTime: Number.POSITIVE_INFINITY,
});

/** How an automation is written. */
export const writtenAutomation = (name: string) => ({
  put: (definition: Definition, version: number | null) =>
    api.PUT('/api/v1/automations/{name}', { name, body: { ...definition, version } }),
  remove: (version: number) => api.DELETE('/api/v1/automations/{name}', { name, version }),
  shownBy: [automationsQuery.queryKey, schedulesQuery.queryKey],
});
