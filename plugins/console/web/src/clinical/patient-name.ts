interface Named {
  readonly patient: { readonly name?: string; readonly identifier?: string } | null;
  readonly title: string;
}

/** What people call a record: its patient's name, else the number, else the name of the file; empty without any. */
export function nameOf({ patient, title }: Named): string {
  return patient?.name ?? patient?.identifier ?? title;
}
