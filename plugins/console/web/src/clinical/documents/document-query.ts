import { queryOptions } from '@tanstack/react-query';
import { api, read } from '../../shared/api.ts';
import type { paths } from '../../shared/openapi.ts';

export type Document = paths['/api/v1/documents/{id}']['get']['responses'][200]['content']['application/json'];

export const documentQuery = (id: string) =>
  queryOptions({
    queryKey: ['documents', 'one', id],
    queryFn: () => read(api.GET('/api/v1/documents/{id}', { params: { path: { id } } })),
  });
