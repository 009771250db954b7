import { defineKind } from '../api/kind.ts';

/** Something that was done with people's records: who, what and when. Never what it says. */
export interface AuditEvent {
  /** Whose data; null where it is of the whole installation. */
  readonly account: string | null;
  /** The id of the key that asked; null for what the host does by itself. */
  readonly key: string | null;
  /** A route as it is declared (`GET /api/v1/transcripts/{id}`), or the deed in plain words (`retention ended`). Never anything of the request. */
  readonly action: string;
  /** Id of the record, run, key or document; null where there is none. */
  readonly record: string | null;
  /** The HTTP status that was answered, or `done` or `failed`. */
  readonly outcome: number | 'done' | 'failed';
}

/** The audit log. Provided by the host itself, which keeps every request to clinical and administrative endpoints in it. */
export interface Audit {
  /** Resolves when the deed is on the disk. */
  record(deed: AuditEvent): Promise<void>;
}

export const Audit = defineKind<Audit>('audit');
