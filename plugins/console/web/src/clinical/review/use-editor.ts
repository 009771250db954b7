import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useMayChange } from '../../session/session.ts';
import { useAction } from '../../shared/action.tsx';
import { useMarkUnsaved } from '../../shared/activity.ts';
import { ApiError, api, queryClient, refreshOtherTabs } from '../../shared/api.ts';
import {
  afterSaving,
  type Changes,
  type EditedStatement,
  editable,
  isEmpty,
  noChanges,
  onto,
  type PendingChanges,
  patchOf,
  type SegmentChange,
  type SpeakerChange,
  savedIds,
} from './pending-changes.ts';
import { recordQuery, type Transcript } from './record-query.ts';
import { changed, changesTo, type Edited, type Edits, redone, undone, type Version } from './take-back.ts';

export interface EditedSection {
  readonly name: string;
  readonly statements: readonly EditedStatement[];
}

const pauseMs = 3000;
const { version: _, ...nothing } = noChanges(0);

/**
 * Edits a record. Each change is kept in the browser at once, where a reload finds it, and sent to the host when the
 * person pauses. A change that somebody else made of the same part is a conflict, which the person decides. Changes can be
 * taken back while the page is open, also those that are saved.
 */
export function useEditor(record: Transcript) {
  const { id } = record;
  const mayChange = useMayChange('clinical');
  const readOnly = record.status !== 'draft' || !mayChange;
  const [edits, setEdits] = useState<Edits>(() => ({
    pending: stored(id) ?? noChanges(record.version),
    past: [],
    future: [],
  }));
  const { pending } = edits;
  const setPending = useCallback(
    (next: (now: PendingChanges) => PendingChanges) =>
      setEdits((edits) => ({ ...edits, pending: next(edits.pending) })),
    [],
  );
  const keys = useRef(new Map<string, string>());
  const edited = useRef<Edited>({ record, keys: keys.current });
  edited.current = { record, keys: keys.current };
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
        for (const [key, savedAs] of savedIds(sent, saved)) keys.current.set(savedAs, key);
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

  /** Every change is one of the edits, from the record as it is then. */
  const edit = useCallback(
    (next: (now: Edits, of: Edited) => Edits) => {
      reset();
      const of = edited.current;
      setEdits((now) => next(now, of));
    },
    [reset],
  );
  const base = useMemo(
    () => record.sections.map(({ name, statements }) => ({ name, statements: editable(statements, keys.current) })),
    [record.sections],
  );
  const changers = useMemo(() => {
    /** @param tag is that of the step; by default no other change goes on with it */
    const change = (changes: Partial<Changes>, tag = newKey()) => {
      const at = Date.now();
      edit((now, of) => changed(now, of, { ...nothing, ...changes }, { tag, at }));
    };
    return {
      change,
      changeSegment: (segment: string, changes: SegmentChange) =>
        change({ segments: { [segment]: changes } }, `segment ${segment} ${Object.keys(changes).join()}`),
      changeSpeaker: (speaker: string, changes: SpeakerChange) => change({ speakers: { [speaker]: changes } }),
      changeFields: (fields: PendingChanges['fields']) => change({ fields }),
      bringBack: (old: Version, tag: string) =>
        edit((now, of) => changed(now, of, changesTo(old, of), { tag, at: Date.now() })),
      undo: (tag?: string) => edit((now, of) => undone(now, of, tag)),
      redo: () => edit(redone),
    };
  }, [edit]);

  return useMemo(() => {
    const { pending, past, future } = edits;
    const sections: readonly EditedSection[] = base.map(({ name, statements }) => ({
      name,
      statements: pending.sections[name] ?? statements,
    }));
    return {
      ...changers,
      canUndo: past.length > 0,
      canRedo: future.length > 0,
      sections,
      pending,
      unsaved,
      readOnly,
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
        setPending(() => noChanges(record.version));
      },
    };
  }, [base, changers, record.version, readOnly, edits, unsaved, isPending, error, mutate, reset, setPending]);
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

/** A key for a statement that is not saved yet, or for a change. Randomness needs no secure page here. */
export function newKey(): string {
  return `new-${Date.now().toString(36)}-${Math.random().toString(36).slice(2)}`;
}
