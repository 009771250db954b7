import { queryOptions } from '@tanstack/react-query';
import { api, read } from '../../shared/api.ts';
import type { paths } from '../../shared/openapi.ts';

type TranscriptAnswer = paths['/api/v1/transcripts/{id}']['get']['responses'][200]['content']['application/json'];
/** A transcript with its note, as the API reads it. */
export interface Transcript extends TranscriptAnswer {
  /** Whether the host keeps its sound. */
  readonly hasAudio: boolean;
}
export type Statement = Transcript['sections'][number]['statements'][number];
export type Segment = Transcript['segments'][number];
export type Speaker = Transcript['speakers'][number];
export type Fact = Transcript['facts'][number];
export type Unmentioned = NonNullable<Transcript['coverage']['unmentioned']>[number];
export type Patch = NonNullable<
  paths['/api/v1/transcripts/{id}']['patch']['requestBody']
>['content']['application/json'];

export async function readRecord(id: string): Promise<Transcript> {
  const call = api.GET('/api/v1/transcripts/{id}', { params: { path: { id }, query: { words: true } } });
  const record = await read(call);
  const { response } = await call;
  return { ...record, hasAudio: response.headers.get('link')?.includes('rel="enclosure"') === true };
}

export const recordQuery = (id: string) =>
  queryOptions({ queryKey: ['transcripts', id], queryFn: () => readRecord(id) });

export const versionsQuery = (id: string, version: number) =>
  queryOptions({
    queryKey: ['transcripts', id, 'versions', version],
    queryFn: () => read(api.GET('/api/v1/transcripts/{id}/versions', { params: { path: { id } } })),
  });

export const versionQuery = (id: string, version: number) =>
  queryOptions({
    queryKey: ['transcripts', id, 'version', version],
    queryFn: () =>
      read(
        api.GET('/api/v1/transcripts/{id}/versions/{version}', {
          params: { path: { id, version: String(version) } },
        }),
      ),
    // A version never changes.
    staleTime: Number.POSITIVE_INFINITY,
  });
