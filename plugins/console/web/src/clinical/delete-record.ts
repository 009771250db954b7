import { useNavigate } from '@tanstack/react-router';
import { api } from '../shared/api.ts';
import { queryClient, refresh } from '../shared/query-client.ts';

/** Deletes a note or a document with all that belongs to it, and leaves its screen. */
export function useDeletion(of: 'transcripts' | 'documents', id: string): () => Promise<void> {
  const navigate = useNavigate();
  return async () => {
    await (of === 'transcripts'
      ? api.DELETE('/api/v1/transcripts/{id}', { id })
      : api.DELETE('/api/v1/documents/{id}', { id }));
    // Its run is gone too, and may still be listed as at work.
    queryClient.removeQueries({ queryKey: ['runs'] });
    await navigate({ to: of === 'transcripts' ? '/clinical/today' : '/clinical/documents' });
    queryClient.removeQueries({ queryKey: [of, ...(of === 'documents' ? ['one'] : []), id] });
    if (of === 'documents') void refresh('documents');
    await refresh('records');
  };
}
