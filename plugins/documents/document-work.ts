import type { TextWork } from 'chronoscribe/child-process';
import type { Fact, Passage } from 'chronoscribe/kinds/grounding';
import type { Statement } from 'chronoscribe/kinds/writer';
import { detectLanguage } from 'chronoscribe/language';
import { type Heading, headingsOf, isHeading } from './headings.ts';
import type { LabFinding, LaidOutPassage } from './kind.ts';
import { readLabTables } from './laboratory/findings.ts';
import { missingSentences } from './missing-sentences.ts';
import { type ClinicalTables, readClinicalTables } from './tables/clinical-tables.ts';

/** What comes before the passages of a job, in slices. */
export type DocumentOrder =
  | { readonly type: 'read'; readonly detectsLanguage: boolean }
  | { readonly type: 'complete'; readonly omitted: readonly Fact[]; readonly statements: readonly Statement[] };

/** What the process answers. */
export type DocumentMessage =
  | ({
      readonly type: 'read';
      readonly language: string | null;
      readonly findings: readonly LabFinding[];
      /** Ids of the rows of laboratory tables. */
      readonly results: readonly string[];
      readonly headings: ReadonlyMap<string, Heading>;
    } & ClinicalTables)
  | { readonly type: 'complete'; readonly missing: readonly Statement[] };

/** Reads the texts of documents. */
const work: TextWork = async ([part, ...slices], send) => {
  const say = (message: DocumentMessage) => send(message);
  const order = part as DocumentOrder;
  switch (order.type) {
    case 'read': {
      const passages = (slices as LaidOutPassage[][]).flat();
      const text = passages.map((passage) => passage.text).join('\n');
      const language = order.detectsLanguage ? await detectLanguage(text) : null;
      const { findings, rows: results } = readLabTables(passages);
      const { facts, rows, labels: columns } = readClinicalTables(passages);
      const labels = [...columns, ...passages.filter(isHeading).map(({ id }) => id)];
      const headings = headingsOf(passages.filter(({ id }) => !(id in rows)));
      say({ type: 'read', language, findings, results, facts, rows, labels, headings });
      break;
    }
    case 'complete': {
      const passages = (slices as Passage[][]).flat();
      say({ type: 'complete', missing: missingSentences(passages, order.omitted, order.statements) });
      break;
    }
    default:
      order satisfies never;
  }
};

export default work;
