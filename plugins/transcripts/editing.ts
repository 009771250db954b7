import { Problem } from 'chronoscribe';
import type { Grounding } from 'chronoscribe/kinds/grounding';
import type { RecordRepository, VersionedRecord } from 'chronoscribe/kinds/records';
import type { NoteStatement } from './kind.ts';
import { type NoteForms, templateOf } from './note-forms.ts';
import { applyEdit } from './record/apply-edit.ts';
import { type Changes, changesBetween, onlyChanges } from './record/changes.ts';
import type { TranscriptContent } from './record/content.ts';
import type { TranscriptEdit } from './record/edit.ts';
import { passagesOf } from './record/note-check.ts';
import { saysTheSame, transcriptOf } from './record/record.ts';
import { refuseSigned } from './record/signing.ts';
import { versionConflict } from './version-conflict.ts';

type Repository = RecordRepository<TranscriptContent>;
type Version = VersionedRecord<TranscriptContent>;

interface Tools {
  readonly repository: Repository;
  readonly forms: NoteForms;
  readonly grounding: Grounding;
}

/** Who changes which record. */
interface Target {
  readonly account: string;
  readonly id: string;
  readonly by: string;
  readonly signal: AbortSignal;
}

/**
 * Saves the changes of a person as a new version. Changes that others have made since the version that the person saw
 * are kept; if they are of the same parts, nothing is saved.
 *
 * @throws Problem `not-found`; `signed`; `version-conflict` with what others have changed; `invalid-request`
 */
export async function editRecord(
  { repository, forms, grounding }: Tools,
  { account, id, by, signal }: Target,
  edit: TranscriptEdit,
): Promise<Version> {
  const newest = await repository.get(account, id);
  refuseSigned(newest.content);
  const form = forms.named(newest.content.form);
  const template = edit.template === undefined ? undefined : await templateOf(form, account, edit.template);
  const outline = template?.outline.map((section) => section.name);
  const base = await baseOf(repository, newest, edit.version);
  return repository.update(account, id, { name: 'edited', by }, async (content, { version }) => {
    refuseSigned(content);
    if (version === base.version) return checkedAnew(grounding, content, applyEdit(content, edit, outline), signal);
    const own = changesBetween(base.content, applyEdit(base.content, edit, outline));
    const others = changesBetween(base.content, content);
    const collisions = [...own.keys()].filter(
      (key) => others.has(key) && others.get(key)?.value !== own.get(key)?.value,
    );
    if (collisions.length > 0)
      throw await versionConflict(repository, { base, version, others: only(others, collisions) });
    const left = onlyChanges(edit, own);
    const edited = applyEdit(content, left, left.template === undefined ? undefined : outline);
    return checkedAnew(grounding, content, edited, signal);
  });
}

function only(changes: Changes, keys: readonly string[]): Changes {
  return new Map([...changes].filter(([key]) => keys.includes(key)));
}

/** The version that a change was made from. @throws Problem `invalid-request` if there is no such version */
async function baseOf(repository: Repository, newest: Version, version = newest.version): Promise<Version> {
  if (version === newest.version) return newest;
  if (version < newest.version) return repository.version(newest.account, newest.id, version);
  const detail = `There is no such version; the newest is ${newest.version}`;
  const errors = [{ in: 'body', path: ['version'], detail, type: 'unknown' }] as const;
  throw new Problem('invalid-request', { detail: `version: ${detail}`, errors });
}

/** The content with its facts, and with its statements compared with the transcript, where that may have changed. */
async function checkedAnew(
  grounding: Grounding,
  before: TranscriptContent,
  edited: TranscriptContent,
  signal: AbortSignal,
): Promise<TranscriptContent> {
  const sameWords = saysTheSame(before, edited);
  if (sameWords && JSON.stringify(before.sections) === JSON.stringify(edited.sections)) return edited;
  const transcript = await transcriptOf(edited);
  const passages = await passagesOf(transcript, signal);
  const { language, facts } = sameWords
    ? { ...edited.coverage, facts: edited.facts }
    : await grounding.findFacts({ passages, language: transcript.language }, signal);
  const written = edited.sections.flatMap(({ statements }) => statements);
  const statements = written.map(({ text, evidence }) => ({ text, evidence }));
  const checked = await grounding.check({ statements, passages, images: [], facts }, signal);
  const stated = new Set(checked.stated);
  const results = new Map(written.map(({ id }, index) => [id, checked.statements[index]]));
  const heard = new Map(before.segments.map(({ id, text }) => [id, text]));
  const changed = new Set(edited.segments.flatMap(({ id, text }) => (heard.get(id) === text ? [] : id)));
  // A model was asked about the words as they were.
  const checkOf = ({ evidence, checked: by }: NoteStatement) => (evidence.some((id) => changed.has(id)) ? 'rules' : by);
  return {
    ...edited,
    facts: facts.map((fact) => ({ ...fact, in_note: stated.has(fact.id) })),
    coverage: { language, unmentioned: checked.unmentioned },
    sections: edited.sections.map((section) => ({
      ...section,
      statements: section.statements.map((statement) => ({
        ...statement,
        ...results.get(statement.id),
        checked: checkOf(statement) ?? 'rules',
      })),
    })),
  };
}
