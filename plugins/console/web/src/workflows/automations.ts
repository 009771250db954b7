import { queryOptions } from '@tanstack/react-query';
import { notifyError, notifyUndo } from '../shared/action.tsx';
import { type Answer, api, type Body } from '../shared/api.ts';
import { refresh } from '../shared/query-client.ts';
import { schedulesQuery } from './runs.ts';

export type Automation = Answer<'/api/v1/automations'>['items'][number];
export type Definition = Body<'/api/v1/automations/{name}', 'put'>;
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

/** Writes an automation, or deletes it if there is no definition, and offers to take that back. */
export async function write(
  { name, definition, before }: Record<'definition' | 'before', Definition | undefined> & { readonly name: string },
  done: string,
): Promise<void> {
  const put = async (body: Definition | undefined): Promise<void> => {
    await (body === undefined
      ? api.DELETE('/api/v1/automations/{name}', { name })
      : api.PUT('/api/v1/automations/{name}', { name, body }));
    await Promise.all([refresh(...automationsQuery.queryKey), refresh(...schedulesQuery.queryKey)]);
  };
  await put(definition);
  notifyUndo(done, () => void put(before).catch(notifyError));
}
