import { useCallback, useEffect, useMemo, useState } from 'react';
import { useMayChange } from '../../session/may-change.tsx';
import { useAction } from '../../shared/action.tsx';
import { api } from '../../shared/api.ts';
import { ApiError } from '../../shared/api-error.ts';
import { queryClient, refreshOtherTabs } from '../../shared/query-client.ts';
import { useMarkUnsaved } from '../../shared/unsaved-work.ts';
import {
  afterSaving,
  type EditedStatement,
  editable,
  isEmpty,
  noChanges,
  onto,
  type PendingChanges,
  patchOf,
  type SegmentChange,
  type SpeakerChange,
} from './pending-changes.ts';
import { recordQuery, type Transcript } from './record-query.ts';

export interface EditedSection {
  readonly name: string;
  readonly statements: readonly EditedStatement[];
}

const pauseMs = 3000;

/**
 * Edits a record. Each change is kept in the browser at once, where a reload finds it, and sent to the host when the
 * person pauses. A change that somebody else made of the same part is a conflict, which the person decides.
 */
export function useEditor(record: Transcript) {
  const { id } = record;
  const mayChange = useMayChange('clinical');
  const [pending, setPending] = useState(() => stored(id) ?? noChanges(record.version));
  const unsaved = !isEmpty(pending);
  useMarkUnsaved(unsaved);
  useEffect(() => {
    if (unsaved) sessionStorage.setItem(storageKey(id), JSON.stringify(pending));
    else sessionStorage.removeItem(storageKey(id));
  }, [id, pending, unsaved]);

  const saving = useAction(
    (changes: PendingChanges) => api.PATCH('/api/v1/transcripts/{id}', { id, words: true, body: patchOf(changes) }),
    {
      scope: { id: `save ${id}` },
      onSuccess: (saved, sent) => {
        queryClient.setQueryData(recordQuery(id).queryKey, (before) => before && { ...before, ...saved });
        setPending((now) => afterSaving(now, sent, saved));
        refreshOtherTabs('transcripts', id);
      },
    },
  );
  const { mutate, isPending, error, reset } = saving;
  const stopped = error !== null;
  useEffect(() => {
    if (!unsaved || isPending || stopped) return;
    const timer = setTimeout(() => mutate(pending), pauseMs);
    return () => clearTimeout(timer);
  }, [pending, unsaved, isPending, stopped, mutate]);

  useEffect(() => {
    // A host that was not reached is tried again by itself; every other error waits for the person.
    if (!(error instanceof ApiError) || error.status !== 0) return;
    const timer = setTimeout(reset, 4000);
    return () => clearTimeout(timer);
  }, [error, reset]);

  const change = useCallback(
    (next: (now: PendingChanges) => PendingChanges) => {
      reset();
      setPending((now) => next(isEmpty(now) ? noChanges(record.version) : now));
    },
    [record.version, reset],
  );

  const base = useMemo(
    () => record.sections.map(({ name, statements }) => ({ name, statements: editable(statements) })),
    [record.sections],
  );
  const changers = useMemo(
    () => ({
      setSection: (name: string, statements: readonly EditedStatement[]) =>
        change((now) => ({ ...now, sections: { ...now.sections, [name]: statements } })),
      changeSegment: (segment: string, changes: SegmentChange) =>
        change((now) => ({
          ...now,
          segments: { ...now.segments, [segment]: { ...now.segments[segment], ...changes } },
        })),
      changeSpeaker: (speaker: string, changes: SpeakerChange) =>
        change((now) => ({
          ...now,
          speakers: { ...now.speakers, [speaker]: { ...now.speakers[speaker], ...changes } },
        })),
      changeFields: (fields: PendingChanges['fields']) =>
        change((now) => ({ ...now, fields: { ...now.fields, ...fields } })),
    }),
    [change],
  );

  return useMemo(() => {
    const sections: readonly EditedSection[] = base.map(({ name, statements }) => ({
      name,
      statements: pending.sections[name] ?? statements,
    }));
    return {
      ...changers,
      sections,
      pending,
      unsaved,
      readOnly: record.status !== 'draft' || !mayChange,
      isSaving: isPending,
      error: isConflict(error) ? null : error,
      conflict: isConflict(error) ? error : null,
      /** Saves now, without waiting for a pause. */
      saveNow: () => {
        if (unsaved && !isPending) mutate(pending);
      },
      /** Sends the changes again, over those of others in `newest`. */
      keepMine: (newest: Transcript) => {
        reset();
        setPending((now) => onto(now, newest));
      },
      /** Gives up what was changed here. */
      discard: () => {
        reset();
        setPending(noChanges(record.version));
      },
    };
  }, [base, changers, record.version, record.status, mayChange, pending, unsaved, isPending, error, mutate, reset]);
}

export type Editor = ReturnType<typeof useEditor>;

function isConflict(error: unknown): error is ApiError {
  return error instanceof ApiError && error.status === 409 && error.code === 'version_conflict';
}

const storageKey = (id: string) => `chronoscribe-changes-${id}`;

/** The changes that a reload left; of this tab only, and forgotten when it is closed. */
function stored(id: string): PendingChanges | undefined {
  const text = sessionStorage.getItem(storageKey(id));
  // What this page wrote under its own key.
  return text === null ? undefined : (JSON.parse(text) as PendingChanges);
}
