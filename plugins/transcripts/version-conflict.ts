import { Problem } from 'chronoscribe';
import type { RecordRepository, VersionedRecord } from 'chronoscribe/kinds/records';
import { type Changes, changesBetween, type Part } from './record/changes.ts';
import type { TranscriptContent } from './record/content.ts';

/** A part of a record that somebody else has changed. It names what was changed and quotes nothing. */
interface OthersChange extends Part {
  /** Ids of the statements of a section that are new, gone or different. */
  readonly statements?: readonly string[];
  /** The version that changed it last, who made that, and when, in milliseconds since 1970. */
  readonly version: number;
  readonly by: string | null;
  readonly at: number;
}

interface Conflict {
  /** What the refused change was made from. */
  readonly base: VersionedRecord<TranscriptContent>;
  /** The number of the newest version. */
  readonly version: number;
  /** What others have changed since. */
  readonly others: Changes;
}

/** The problem of a change that is not of the newest version: `version-conflict` (409), with what others have changed. */
export async function versionConflict(
  repository: RecordRepository<TranscriptContent>,
  { base, version, others }: Conflict,
): Promise<Problem> {
  const changes = new Map<string, OthersChange>();
  let before = base.content;
  for (const { version: number, by, changedAt: at } of await repository.versions(base.account, base.id)) {
    if (number <= base.version || number > version) continue;
    const { content } = await repository.version(base.account, base.id, number);
    for (const [key, { part, id, field }] of changesBetween(before, content)) {
      if (!others.has(key)) continue;
      const statements = part === 'section' ? { statements: changedStatements(base.content, content, id) } : {};
      changes.set(key, { part, id, field, ...statements, version: number, by, at });
    }
    before = content;
  }
  const list = [...changes.values()];
  const named = list.map(({ part, id, field, by }) => {
    const what = [part, id, field === null ? null : `(${field})`].filter((word) => word !== null).join(' ');
    return by === null ? what : `${what} by ${by}`;
  });
  return new Problem('version-conflict', {
    status: 409,
    detail: `Since version ${base.version} this was changed: ${named.join(', ')}. Read the record, and send the request again with "version": ${version}.`,
    members: { version, changes: list },
  });
}

/**
 * Refuses to replace a note that a person has changed since it was read.
 *
 * @throws Problem `version-conflict`
 */
export async function refuseNoteEdits(
  repository: RecordRepository<TranscriptContent>,
  base: VersionedRecord<TranscriptContent>,
  newest: number,
): Promise<void> {
  const others = new Map<string, Part & { readonly value: string }>();
  let before = base.content;
  for (let number = base.version + 1; number <= newest; number += 1) {
    const { content, change } = await repository.version(base.account, base.id, number);
    const made = change === 'edited' ? changesBetween(before, content) : [];
    for (const [key, each] of made) if (each.part === 'section' || each.part === 'template') others.set(key, each);
    before = content;
  }
  if (others.size > 0) throw await versionConflict(repository, { base, version: newest, others });
}

function changedStatements(from: TranscriptContent, to: TranscriptContent, section: string | null): string[] {
  const statementsOf = ({ sections }: TranscriptContent) =>
    new Map(
      sections
        .find(({ name }) => name === section)
        ?.statements.map(({ id, text, evidence }) => [id, JSON.stringify([text, evidence])]),
    );
  const [before, after] = [statementsOf(from), statementsOf(to)];
  return [...new Set([...before.keys(), ...after.keys()])].filter((id) => before.get(id) !== after.get(id));
}
