import type { GridRow, Segment } from 'chronoscribe/kinds/transcripts';
import type { DraftSection, Statement } from 'chronoscribe/kinds/writer';
import type { GridSection } from './form.ts';
import { gridRows } from './grid-rows.ts';
import { tellsOfAdjustment } from './narration.ts';
import { findPlaces } from './places/places.ts';
import { readVisit } from './read-visit.ts';
import { clausesOf } from './speech/clauses.ts';

interface Added {
  readonly name: GridSection;
  readonly statement: Statement;
}

/** The texts of segments, by id. */
type Texts = ReadonlyMap<string, string>;

/**
 * Adds to a note what its rows show and its statements do not: findings to the examination, subluxations to the
 * diagnoses, adjustments to the plan. What the statements show is read from them as from a visit.
 */
export function withRows(
  sections: readonly DraftSection[],
  grid: readonly GridRow[],
  segments: readonly Segment[],
): readonly DraftSection[] {
  const stated = new Map(gridRows(readVisit(asSegments(sections))).map((row) => [row.level, row]));
  const texts = new Map(segments.map(({ id, text }) => [id, text]));
  const lacking = grid.flatMap((row) => {
    const known = stated.get(row.level);
    return [...foundAt(row, known, texts), ...adjustedAt(row, known, texts), ...namedAt(row, known, texts)];
  });
  return sections.map((section) => {
    const added = lacking.filter(({ name }) => name === section.name).map(({ statement }) => statement);
    const distinct = [...new Map(added.map((statement) => [statement.text, statement])).values()];
    return distinct.length === 0 ? section : { ...section, statements: [...section.statements, ...distinct] };
  });
}

function asSegments(sections: readonly DraftSection[]): readonly Segment[] {
  const statements = sections.flatMap((section) => section.statements);
  const spoken = { speaker: '', role: 'clinician', startMs: 0, endMs: 0, confidence: null } as const;
  return statements.map(({ text }, index) => ({ ...spoken, id: `n${index}`, text }));
}

function foundAt(row: GridRow, stated: GridRow | undefined, texts: Texts): readonly Added[] {
  const lacksSide = row.side !== null && row.side !== stated?.side;
  const lacking = row.findings.filter(
    ({ element }) => lacksSide || !stated?.findings.some((finding) => finding.element === element),
  );
  const parts = Map.groupBy(lacking, ({ element }) => (element === 'subluxation' ? 'Diagnoses' : 'Objective'));
  return [...parts].map(([name, findings]) => {
    const words = `${sided(row)}: ${findings.map(({ value }) => value).join(', ')}.`;
    return {
      name,
      statement: { text: (row.side === 'both' && inFull(findings, texts)) || words, evidence: row.evidence },
    };
  });
}

const longestQuote = 300;

/** What was said of both sides, such as `Same on the left.`, in its own words; undefined if these are long. */
function inFull(findings: GridRow['findings'], texts: Texts): string | undefined {
  const cited = new Set(findings.flatMap(({ evidence }) => evidence));
  const said = [...cited].flatMap((id) => texts.get(id) ?? []).join(' ');
  return said.length <= longestQuote ? said : undefined;
}

function adjustedAt(row: GridRow, stated: GridRow | undefined, texts: Texts): readonly Added[] {
  const isStated = stated?.adjusted === true && (row.technique === null || row.technique === stated.technique);
  if (!row.adjusted || isStated) return [];
  if (!row.evidence.some((id) => tellsOfAdjustment(texts.get(id) ?? ''))) return quotes(row, 'Plan', texts);
  const how = row.technique === null ? '' : `, ${row.technique}`;
  return [{ name: 'Plan', statement: { text: `Adjusted ${sided(row)}${how}.`, evidence: row.evidence } }];
}

function namedAt(row: GridRow, stated: GridRow | undefined, texts: Texts): readonly Added[] {
  return row.findings.length > 0 || row.adjusted || stated !== undefined ? [] : quotes(row, 'Objective', texts);
}

/** The words of each segment that name a level; what says it without them needs no words of ours. */
function quotes({ level, evidence }: GridRow, name: GridSection, texts: Texts): readonly Added[] {
  return evidence.flatMap((id) =>
    clausesOf(texts.get(id) ?? '')
      .filter(({ text }) => findPlaces(text).some((place) => place.name === level))
      .map(({ text }) => ({ name, statement: { text, evidence: [id] } })),
  );
}

function sided({ level, side }: GridRow): string {
  return side === null ? level : `${level}, ${side === 'both' ? 'left and right' : side}`;
}
