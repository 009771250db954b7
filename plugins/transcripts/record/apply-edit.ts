import { Problem } from 'chronoscribe';
import { proofOf } from 'chronoscribe/kinds/writer';
import type { FieldError } from 'chronoscribe/types';
import type { NoteSection, NoteStatement } from '../kind.ts';
import type { TranscriptContent } from './content.ts';
import type { TranscriptEdit } from './edit.ts';
import { saysTheSame } from './record.ts';
import { withStatementIds } from './statement-ids.ts';
import { withSegmentText } from './word-times.ts';

/** Finds what an edit names wrongly. An unknown name is not quoted in the message: it may hold anything. */
type Check = (edit: TranscriptEdit, content: TranscriptContent) => readonly FieldError[];

/**
 * The content with the changes of a person. What the changed statements rest on is not checked yet.
 *
 * @param outline the names of the sections of the edit's template; undefined if it keeps the template
 * @throws Problem `invalid-request` that lists everything which does not exist or is given twice
 */
export function applyEdit(
  content: TranscriptContent,
  edit: TranscriptEdit,
  outline?: readonly string[],
): TranscriptContent {
  const arranged = outline === undefined ? content.sections : arrangedBy(outline, content.sections);
  const faults = checks.flatMap((check) => check(edit, { ...content, sections: arranged }));
  if (faults.length > 0) {
    const detail = faults.map(({ path, detail: fault }) => `${path.join('.')}: ${fault}`).join('; ');
    throw new Problem('invalid-request', { detail, errors: faults });
  }
  const spoken = withSpeech(content, edit);
  const { template = content.template, patient, visit, codes } = edit;
  return withStatementIds({
    ...spoken,
    template,
    sections: withStatements(arranged, edit.sections),
    patient: patient === undefined ? content.patient : patient,
    visit: visit === undefined ? content.visit : visit,
    findings: content.findings && { ...content.findings, ...(codes && { codes }) },
    editedSinceNote: content.editedSinceNote || !saysTheSame(content, spoken),
  });
}

function withSpeech(content: TranscriptContent, { segments, speakers }: TranscriptEdit): TranscriptContent {
  const spoken = new Map(segments.map((segment) => [segment.id, segment]));
  const described = new Map(speakers.map((speaker) => [speaker.speaker, speaker]));
  const known = new Set(content.speakers.map(({ speaker }) => speaker));
  const added = [
    ...new Set(segments.flatMap(({ speaker = '' }) => (speaker === '' || known.has(speaker) ? [] : speaker))),
  ];
  const all = [...content.speakers, ...added.map((speaker) => ({ speaker, name: null, role: 'unknown' as const }))];
  return {
    ...content,
    segments: content.segments.map((segment) => {
      const { text = segment.text, speaker = segment.speaker } = spoken.get(segment.id) ?? {};
      return { ...withSegmentText(segment, text), speaker };
    }),
    speakers: all.map((each) => {
      const { name, role = each.role } = described.get(each.speaker) ?? {};
      return { speaker: each.speaker, name: name === undefined ? each.name : name, role };
    }),
  };
}

/** The sections of a template first, then those of the note that it lacks and that say something. */
function arrangedBy(outline: readonly string[], sections: readonly NoteSection[]): readonly NoteSection[] {
  const byName = new Map(sections.map((section) => [section.name, section]));
  const others = sections.filter(({ name, statements }) => !outline.includes(name) && statements.length > 0);
  return [...outline.map((name) => byName.get(name) ?? { name, statements: [] }), ...others];
}

function withStatements(sections: readonly NoteSection[], edits: TranscriptEdit['sections']): readonly NoteSection[] {
  const known = new Map(sections.flatMap(({ statements }) => statements.map((each) => [each.id, each] as const)));
  const edited = new Map(edits.map(({ name, statements }) => [name, statements]));
  return sections.map(({ name, statements }) => ({
    name,
    statements: edited.get(name)?.map((edit) => editedStatement(edit, known.get(edit.id ?? ''))) ?? statements,
  }));
}

/** A statement that keeps its words keeps who wrote it, and how it was checked unless it rests on something else now. */
function editedStatement(
  { text, evidence }: TranscriptEdit['sections'][number]['statements'][number],
  before: NoteStatement | undefined,
): NoteStatement {
  const cited = [...new Set(evidence ?? before?.evidence ?? [])];
  const own = { ...proofOf({}), text, evidence: cited, origin: 'person' } as const;
  if (before === undefined) return { ...own, id: '', grounded: false, doubts: [] };
  if (before.text !== text) return { ...before, ...own };
  const isMoved = cited.join() !== before.evidence.join();
  return { ...before, evidence: cited, checked: isMoved ? 'rules' : before.checked };
}

const segmentFaults: Check = ({ segments }, content) =>
  wronglyNamed('segments', 'id', segments, new Set(content.segments.map(({ id }) => id)));

/** A label is `Speaker` and a number, because that is what the text of a transcript shows. */
const newSpeaker = /^Speaker [1-9]\d{0,2}$/;

const speakerFaults: Check = ({ segments, speakers }, content) => {
  const known = new Set(content.speakers.map(({ speaker }) => speaker));
  const faults = segments.flatMap(({ speaker }, index): FieldError[] => {
    if (speaker === undefined || known.has(speaker) || newSpeaker.test(speaker)) return [];
    const detail = 'Not a speaker of this record. A new one is "Speaker" and a number; give the name in `speakers`';
    return [{ in: 'body', path: ['segments', index, 'speaker'], detail, type: 'unknown' }];
  });
  const added = segments.flatMap(({ speaker = '' }) => (newSpeaker.test(speaker) ? [speaker] : []));
  return [...faults, ...wronglyNamed('speakers', 'speaker', speakers, new Set([...known, ...added]))];
};

const sectionFaults: Check = ({ sections }, content) =>
  wronglyNamed('sections', 'name', sections, new Set(content.sections.map(({ name }) => name)));

const statementFaults: Check = ({ sections }, content) => {
  const sectionOf = new Map(content.sections.flatMap(({ name, statements }) => statements.map(({ id }) => [id, name])));
  const replaced = new Set(sections.map(({ name }) => name));
  const taken = new Set<string>();
  return sections.flatMap(({ statements }, section) =>
    statements.flatMap(({ id }, index): FieldError[] => {
      if (id === undefined) return [];
      const at = { in: 'body', path: ['sections', section, 'statements', index, 'id'] } as const;
      const home = sectionOf.get(id);
      if (home === undefined) return [{ ...at, detail: 'The note has no such statement', type: 'unknown' }];
      if (taken.has(id)) return [{ ...at, detail: 'Named twice; leave out the id of a copy', type: 'duplicate' }];
      taken.add(id);
      const detail = `It stands in the section "${home}"; give that section too, without this statement`;
      return replaced.has(home) ? [] : [{ ...at, detail, type: 'elsewhere' }];
    }),
  );
};

const evidenceFaults: Check = ({ sections }, content) => {
  const known = new Set(content.segments.map(({ id }) => id));
  return sections.flatMap(({ statements }, section) =>
    statements.flatMap(({ evidence = [] }, statement) =>
      evidence.flatMap((id, index): FieldError[] => {
        const path = ['sections', section, 'statements', statement, 'evidence', index];
        return known.has(id)
          ? []
          : [{ in: 'body', path, detail: 'The transcript has no such segment', type: 'unknown' }];
      }),
    ),
  );
};

const codeFaults: Check = ({ codes = [] }, content) => {
  const known = new Set(content.segments.map(({ id }) => id));
  const at = (...path: (string | number)[]) => ({ in: 'body', path: ['codes', ...path] }) as const;
  if (codes.length > 0 && content.findings === null)
    return [{ ...at(), detail: 'Records of this form have no codes', type: 'unknown' }];
  return codes.flatMap(({ system, code, evidence }, index): FieldError[] => {
    const isTwice = codes.findIndex((each) => each.code === code && each.system === system) < index;
    return [
      ...(isTwice ? [{ ...at(index, 'code'), detail: 'Given twice; give it once', type: 'duplicate' }] : []),
      ...evidence.flatMap((id, segment) =>
        known.has(id)
          ? []
          : { ...at(index, 'evidence', segment), detail: 'The transcript has no such segment', type: 'unknown' },
      ),
    ];
  });
};

const checks: readonly Check[] = [
  ...[segmentFaults, speakerFaults, sectionFaults, statementFaults, evidenceFaults, codeFaults],
];

/** Items of a list that name something which does not exist, or is named before. */
function wronglyNamed<Key extends string>(
  list: 'segments' | 'speakers' | 'sections',
  key: Key,
  items: readonly Readonly<Record<Key, string>>[],
  known: ReadonlySet<string>,
): FieldError[] {
  const seen = new Set<string>();
  const owner = list === 'sections' ? 'note' : 'transcript';
  return items.flatMap((item, index): FieldError[] => {
    const name = item[key];
    const at = { in: 'body', path: [list, index, key] } as const;
    if (!known.has(name)) return [{ ...at, detail: `The ${owner} has no such ${list.slice(0, -1)}`, type: 'unknown' }];
    if (seen.has(name)) return [{ ...at, detail: 'Named twice; change it once', type: 'duplicate' }];
    seen.add(name);
    return [];
  });
}
