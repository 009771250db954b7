/** What people call a record: its patient's name, else the number, else the name of the file; empty without any. */
export function nameOf({
  patient,
  title,
}: {
  readonly patient: { readonly name?: string; readonly identifier?: string } | null;
  readonly title: string;
}): string {
  return patient?.name ?? patient?.identifier ?? title;
}

/** Where a record is read: a note or a document. */
export const screenOf = ({ id, location }: { readonly id: string; readonly location: string }) =>
  ({
    to: location.includes('/documents/') ? '/clinical/documents/$id' : '/clinical/notes/$id',
    params: { id },
  }) as const;
