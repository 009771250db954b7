/** What is selected: a statement, which shows its words, or a segment, which shows the statements that cite it. */
export type Selection =
  | { readonly kind: 'none' }
  | { readonly kind: 'statement'; readonly key: string; readonly evidence: readonly string[] }
  | { readonly kind: 'segment'; readonly id: string }
  | { readonly kind: 'evidence'; readonly evidence: readonly string[] };

/** The segments that the transcript marks. */
export function markedSegments(selection: Selection): readonly string[] {
  if (selection.kind === 'segment') return [selection.id];
  return selection.kind === 'none' ? [] : selection.evidence;
}

/** Whether the note marks a statement. */
export function isMarked(selection: Selection, key: string, evidence: readonly string[]): boolean {
  if (selection.kind === 'segment') return evidence.includes(selection.id);
  return selection.kind === 'statement' && selection.key === key;
}
