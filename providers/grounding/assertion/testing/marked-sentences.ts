import type { FactKind } from 'chronoscribe/kinds/grounding';
import type { Asserted, SaidWords, Span } from '../assertion.ts';

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
export interface MarkedTerm extends Span {
  readonly text: string;
  readonly kind: FactKind;
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

export function tokensOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+(?:[.'’-][\p{L}\p{N}]+)*|[.,?!;:%/]/gu) ?? [];
}

/** Reads `P: no {fever|s|absent}`. */
export function markedSentence(line: string): MarkedSentence {
  const prefix = /^([PC]): /.exec(line)?.[1];
  const role = prefix === 'P' || prefix === 'C' ? roles[prefix] : null;
  const tokens: string[] = [];
  const terms: MarkedTerm[] = [];
  for (const [, plain = '', term] of line.replace(/^[PC]: /, '').matchAll(/([^{]*)(?:\{([^}]+)\})?/g)) {
    tokens.push(...tokensOf(plain));
    if (term === undefined) continue;
    const [text = '', kind = '', asserted = ''] = term.split('|');
    const from = tokens.length;
    tokens.push(...tokensOf(text));
    const named = kinds[kind];
    if (named === undefined || asserted === '') throw new Error(`No kind or no assertion: {${term}} in "${line}".`);
    terms.push({ text, kind: named, asserted, from, to: tokens.length });
  }
  const text = line.replace(/^[PC]: /, '').replace(/\{([^|}]+)[^}]*\}/g, '$1');
  return { line, text, said: { tokens, terms, role }, terms };
}

export function shown({ status, of }: Asserted): string {
  return of === 'patient' ? status : `${status}@${of}`;
}
