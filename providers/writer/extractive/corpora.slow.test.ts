import { existsSync, readFileSync } from 'node:fs';
import type { OutlineSection, Passage, Writer } from 'chronoscribe/kinds/writer';
import { Writer as writerKind } from 'chronoscribe/kinds/writer';
import { groundedIn } from 'chronoscribe/reading';
import { startProvider } from 'chronoscribe/testing';
import { beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import extractive from './index.ts';
import { isSaidIn } from './testing/meaning.ts';

const shared = new URL('../../../../shared/data/', import.meta.url);
const there = existsSync(new URL('aci-bench/', shared));

const soap: readonly OutlineSection[] = [
  { name: 'Subjective', contents: ['history'], guidance: '' },
  { name: 'Objective', contents: ['examination', 'results'], guidance: '' },
  { name: 'Assessment', contents: ['assessment'], guidance: '' },
  { name: 'Plan', contents: ['plan'], guidance: '' },
  { name: 'Follow-Up', contents: ['follow-up'], guidance: '' },
];

describe('real visits (../shared/data)', () => {
  if (!there) console.log('skipped: ../shared/data is absent');
  let statements: readonly Said[] = [];
  beforeAll(async () => {
    if (there) statements = await statementsOf([...aciBench(), ...primock57()]);
  });

  test.skipIf(!there)('give notes of some length', () => {
    expect(statements.length).toBeGreaterThan(20 * (127 + 30));
  });

  test.skipIf(!there)('give only statements that pass the grounding check', () => {
    expect(statements.filter(({ isGrounded }) => !isGrounded)).toEqual([]);
  });

  test.skipIf(!there)('give only statements with spoken content words in spoken order', () => {
    expect(statements.filter(({ text, cited }) => !isSaidIn(text, cited))).toEqual([]);
  });

  test.skipIf(!there)('give only spoken numbers and negations', () => {
    const figures = (text: string): readonly string[] => text.match(/\d+/g) ?? [];
    const negations = (text: string) =>
      text.match(/\b(?:no|not|never|none|nope|nah|cannot|denies)\b|n't|\bn ?'t/gi)?.length ?? 0;
    const foreign = statements.filter(({ text, cited }) => {
      const source = cited.join(' ');
      const isInvented = figures(text).some((figure) => !figures(source).includes(figure));
      return isInvented || (negations(text) > 0 && negations(source) === 0);
    });
    expect(foreign).toEqual([]);
  });

  test.skipIf(!there)('use I and you in quotations only', () => {
    const ofPatient = statements.filter(({ isPatient }) => isPatient);
    const plain = ofPatient.filter(({ text }) => !text.startsWith('“'));
    expect(plain.length).toBeGreaterThan(ofPatient.length / 2);
    expect(plain.filter(({ text }) => /\b(?:i|me|my|you|your)\b/i.test(text))).toEqual([]);
  });
});

interface Said {
  readonly text: string;
  /** The texts of the passages that it rests on. */
  readonly cited: readonly string[];
  readonly isGrounded: boolean;
  /** Whether the patient alone said it. */
  readonly isPatient: boolean;
}

async function statementsOf(visits: readonly (readonly Passage[])[]): Promise<Said[]> {
  const { instance, stop } = await startProvider<Writer>(writerKind, extractive);
  const statements: Said[] = [];
  for (const passages of visits) {
    const byId = new Map(passages.map((passage) => [passage.id, passage]));
    const isGrounded = groundedIn(passages);
    const assignment = { instructions: '', prompt: '', outline: soap, passages, facts: [], images: [], language: 'en' };
    const { sections } = await instance.draft(assignment, {
      signal: new AbortController().signal,
      progress: () => {},
      text: () => {},
    });
    for (const { text, evidence } of sections.flatMap((section) => section.statements)) {
      const cited = evidence.flatMap((id) => byId.get(id) ?? []);
      statements.push({
        text,
        cited: cited.map((passage) => passage.text),
        isGrounded: isGrounded({ text, evidence }),
        isPatient: cited.every(({ speaker }) => speaker?.role === 'patient'),
      });
    }
  }
  await stop();
  return statements;
}

function aciBench(): Passage[][] {
  return ['train', 'valid', 'test1'].flatMap((split) => {
    const csv = readFileSync(new URL(`aci-bench/${split}.csv`, shared), 'utf8');
    return [...csv.matchAll(/^\w+,D2N\d+,"((?:[^"]|"")*)"/gm)].map(([, dialogue = '']) =>
      passagesOf(
        [...dialogue.matchAll(/^\[(\w+)\]([^[]*)/gm)].map(([, speaker = '', text = '']) => ({ speaker, text })),
      ),
    );
  });
}

const primockShape = z.object({ utterances: z.array(z.object({ speaker: z.string(), text: z.string() })) });

function primock57(): Passage[][] {
  const lines = readFileSync(new URL('primock57/visits.jsonl', shared), 'utf8').trim().split('\n');
  return lines.map((line) => passagesOf(primockShape.parse(JSON.parse(line)).utterances));
}

function passagesOf(turns: readonly { readonly speaker: string; readonly text: string }[]): Passage[] {
  return turns.map(({ speaker, text }, index) => ({
    id: `s${index + 1}`,
    speaker: {
      label: speaker,
      role: speaker === 'doctor' ? 'clinician' : speaker === 'patient' ? 'patient' : 'other',
    },
    text: text.trim(),
  }));
}
