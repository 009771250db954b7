import { queryOptions, useQuery } from '@tanstack/react-query';
import { type Answer, api } from '../shared/api.ts';

export type Extensions = Answer<'/api/v1/console/extensions'>;

/** A page, panel or card that a plugin adds. */
export type Part = Extensions['panels'][number];

/** What plugins add to the console, as the session may see it. */
export const extensionsQuery = queryOptions({
  queryKey: ['extensions'],
  queryFn: () => api.GET('/api/v1/console/extensions'),
  staleTime: Number.POSITIVE_INFINITY,
});

const none: Extensions = { pages: [], panels: [], cards: [], formats: [], scopes: [], roles: [] };

/** Nothing until it is known, since a screen does not wait for it. */
export const useExtensions = (): Extensions => useQuery(extensionsQuery).data ?? none;

export const labelOf = ({ label }: Part, language: string): string => label[language] ?? label['en'] ?? '';
