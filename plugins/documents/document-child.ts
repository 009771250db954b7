import { serveJobs } from 'chronoscribe/child-process';
import type { Fact } from 'chronoscribe/kinds/grounding';
import type { Statement } from 'chronoscribe/kinds/writer';
import { detectLanguage } from 'chronoscribe/language';
import type { DocumentPassage, LabFinding, LaidOutPassage } from './kind.ts';
import { readLabTables } from './laboratory/findings.ts';
import { missingSentences } from './missing-sentences.ts';

/** What comes before the passages of a job, in slices. */
export type DocumentOrder =
  | { readonly type: 'read'; readonly detectsLanguage: boolean }
  | { readonly type: 'complete'; readonly omitted: readonly Fact[]; readonly statements: readonly Statement[] };

/** What the process answers. */
export type DocumentMessage =
  | {
      readonly type: 'read';
      readonly language: string | null;
      readonly findings: readonly LabFinding[];
      readonly rows: readonly string[];
    }
  | { readonly type: 'complete'; readonly missing: readonly Statement[] };

/** The process that reads the texts of documents. */
serveJobs(async ([part, ...slices], send) => {
  const say = (message: DocumentMessage) => send(message);
  const order = part as DocumentOrder;
  switch (order.type) {
    case 'read': {
      const passages = (slices as LaidOutPassage[][]).flat();
      const text = passages.map((passage) => passage.text).join('\n');
      const language = order.detectsLanguage ? await detectLanguage(text) : null;
      say({ type: 'read', language, ...readLabTables(passages) });
      break;
    }
    case 'complete': {
      const passages = (slices as DocumentPassage[][]).flat();
      say({ type: 'complete', missing: missingSentences(passages, order.omitted, order.statements) });
      break;
    }
    default:
      order satisfies never;
  }
});
