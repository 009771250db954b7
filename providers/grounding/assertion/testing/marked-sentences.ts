import type { FactKind } from 'chronoscribe/kinds/grounding';
import type { Asserted, AssertionReader, SaidTerm, SaidWords } from '../assertion.ts';

const kinds: Readonly<Record<string, FactKind>> = {
  s: 'symptom',
  p: 'problem',
  f: 'finding',
  m: 'medication',
  o: 'order',
  c: 'procedure',
  a: 'allergy',
  v: 'advice',
  x: 'social',
};

/** A term of a sentence, and what the sentence asserts of it: `absent` or `present@relative`. */
export interface MarkedTerm extends SaidTerm {
  readonly text: string;
  /** Index of its first character in the sentence. */
  readonly start: number;
  readonly asserted: string;
}

export interface MarkedSentence {
  readonly line: string;
  /** Without the marks. */
  readonly text: string;
  readonly said: SaidWords;
  readonly terms: readonly MarkedTerm[];
}

const roles = { P: 'patient', C: 'clinician' } as const;

function tokensOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+(?:\.\d+)?(?:'\p{L}+)?|[.,?!;:%/]/gu) ?? [];
}

/** Reads `P: no {fever|s|absent}`. */
export function markedSentence(line: string): MarkedSentence {
  const prefix = /^([PC]): /.exec(line)?.[1];
  const role = prefix === 'P' || prefix === 'C' ? roles[prefix] : null;
  const tokens: string[] = [];
  const terms: MarkedTerm[] = [];
  let written = '';
  for (const [, plain = '', term] of line.replace(/^[PC]: /, '').matchAll(/([^{]*)(?:\{([^}]+)\})?/g)) {
    tokens.push(...tokensOf(plain));
    written += plain;
    if (term === undefined) continue;
    const [text = '', kind = '', asserted = ''] = term.split('|');
    const from = tokens.length;
    tokens.push(...tokensOf(text));
    const named = kinds[kind];
    if (named === undefined || asserted === '') throw new Error(`No kind or no assertion: {${term}} in "${line}".`);
    terms.push({ text, kind: named, start: written.length, asserted, from, to: tokens.length });
    written += text;
  }
  return { line, text: written, said: { tokens, terms, role }, terms };
}

function shown({ status, of }: Asserted): string {
  return of === 'patient' ? status : `${status}@${of}`;
}

/** What a reader makes of each marked term, as `term: said, read (cues)`, where it is wrong. */
export function misread(lines: readonly string[], read: AssertionReader): string[] {
  return lines.map(markedSentence).flatMap(({ line, said, terms }) =>
    terms.flatMap((term) => {
      const found = read(said, term);
      return shown(found) === term.asserted ? [] : `${line}  ${term.text}: ${shown(found)} (${found.cues.join(' < ')})`;
    }),
  );
}
