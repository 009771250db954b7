import { queryOptions } from '@tanstack/react-query';
import { type Answer, api } from '../../shared/api.ts';

/** A transcript with its note, as the API reads it. */
export interface Transcript extends Answer<'/api/v1/transcripts/{id}'> {
  /** Whether the host keeps its sound. */
  readonly hasAudio: boolean;
}
export type Statement = Transcript['sections'][number]['statements'][number];
export type Segment = Transcript['segments'][number];
export type Speaker = Transcript['speakers'][number];
export type Fact = Transcript['facts'][number];
export type Unmentioned = NonNullable<Transcript['coverage']['unmentioned']>[number];

export async function readRecord(id: string): Promise<Transcript> {
  let hasAudio = false;
  const seen = ({ headers }: Response) => {
    hasAudio = headers.get('link')?.includes('rel="enclosure"') === true;
  };
  const record = await api.GET('/api/v1/transcripts/{id}', { id, words: true }, { seen });
  return { ...record, hasAudio };
}

export const recordQuery = (id: string) =>
  queryOptions({ queryKey: ['transcripts', id], queryFn: () => readRecord(id) });
