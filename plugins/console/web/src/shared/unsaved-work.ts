import { useEffect } from 'react';

const busy = new Set<object>();
const unsaved = new Set<object>();

/** Marks the page as busy, such as with a recording, so that it is not locked. Returns what ends that. */
export function markBusy(): () => void {
  return add(busy);
}

/** Has the browser ask before the page is closed while something is not saved. */
export function useMarkUnsaved(active: boolean): void {
  useEffect(() => (active ? add(unsaved) : undefined), [active]);
}

export function isBusy(): boolean {
  return busy.size > 0;
}

function add(set: Set<object>): () => void {
  const member = {};
  set.add(member);
  return () => {
    set.delete(member);
  };
}

addEventListener('beforeunload', (event) => {
  if (unsaved.size > 0 || busy.size > 0) event.preventDefault();
});
