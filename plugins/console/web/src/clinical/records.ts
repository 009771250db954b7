import { useNavigate } from '@tanstack/react-router';
import { notify, notifyError } from '../shared/action.tsx';
import { api, queryClient, refresh } from '../shared/api.ts';
import { useTexts } from '../shared/i18n.ts';
import { useKeys } from '../shared/keys.ts';
import type { ListedRecord } from './today/today-queries.ts';
import { readWarning } from './warning-text.ts';

/** What people call a record: its patient's name, else the number, else the name of the file; empty without any. */
export const nameOf = ({ patient, title }: Pick<ListedRecord, 'patient' | 'title'>): string =>
  patient?.name ?? patient?.identifier ?? title;

/** Where a record is read: a note or a document. */
export const screenOf = ({ id, location }: { readonly id: string; readonly location: string }) =>
  ({
    to: location.includes('/documents/') ? '/clinical/documents/$id' : '/clinical/notes/$id',
    params: { id },
  }) as const;

/** Goes by J and K to the next older and newer of the notes that wait for a review, in the order of Today. */
export function useNeighbours({ id, createdAt }: { readonly id: string; readonly createdAt: number }): void {
  const { t } = useTexts('clinical');
  const navigate = useNavigate();
  const go = async (find: () => Promise<ListedRecord | undefined>) => {
    const record = await find();
    if (record === undefined) return void notify(t('review.noFurther'));
    await navigate(screenOf(record));
  };
  const drafts = async (filter: { from: number; cursor?: string | undefined } | { to: number }) => {
    const page = await api.GET('/api/v1/records', { status: 'draft', limit: 100, ...filter });
    return { next: page.next_cursor ?? undefined, items: page.items.filter((each) => each.id !== id) };
  };
  const older = async () => (await drafts({ to: createdAt })).items[0];
  const newer = async () => {
    let page = await drafts({ from: createdAt });
    // The host lists the newest first.
    while (page.next !== undefined) page = await drafts({ from: createdAt, cursor: page.next });
    return page.items.at(-1);
  };
  useKeys([
    { key: 'J', text: t('review.next'), act: () => void go(older).catch(notifyError) },
    { key: 'K', text: t('review.previous'), act: () => void go(newer).catch(notifyError) },
  ]);
}

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

/** A warning in the language of the page; one that is not known, as the API says it. */
export function useWarningText(): (warning: string) => string {
  const { t } = useTexts('clinical');
  return (warning) => {
    const { name, count, text } = readWarning(warning) ?? {};
    return name === undefined ? warning : t(`warning.${name}`, { count: Number(count ?? 1), text });
  };
}
