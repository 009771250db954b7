/** **Stable**: the tests that every provider of `Grounding` passes. */

import { assertions, type Fact, factKinds, type Grounding, holders, type Passage } from 'chronoscribe/kinds/grounding';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

/** A provider of `Grounding` for the suite. */
export interface GroundingUnderTest {
  readonly grounding: Grounding;
  close(): Promise<void>;
}

/**
 * Registers tests that a provider keeps the promises of `Grounding`.
 *
 * @param name for the test report
 * @param open starts the provider; called once
 *
 * @example
 * ```ts
 * groundingContract('mine', async () => ({ grounding: await startMine(), close: async () => {} }));
 * ```
 */
export function groundingContract(name: string, open: () => Promise<GroundingUnderTest>): void {
  describe(`the grounding ${name}`, () => {
    let subject: GroundingUnderTest;
    let facts: readonly Fact[];

    beforeAll(async () => {
      subject = await open();
      ({ facts } = await subject.grounding.findFacts({ passages, language: 'en' }, never));
    });
    afterAll(async () => subject?.close());

    test('finds what a consultation says of medicines, problems, allergies and orders', () => {
      const found = facts.map(({ kind, term, assertion }) => `${kind} ${term} ${assertion}`);
      expect(found).toEqual(
        expect.arrayContaining([
          'allergy penicillin present',
          'medication lisinopril present',
          'problem hypertension present',
          'symptom fever absent',
          'order physical therapy present',
        ]),
      );
    });

    test('cites passages that exist, in their order, and numbers the facts', () => {
      const order = passages.map(({ id }) => id);
      for (const { evidence, kind, assertion, of, text } of facts) {
        expect(evidence.length).toBeGreaterThan(0);
        expect(evidence).toEqual(order.filter((id) => evidence.includes(id)));
        expect(factKinds).toContain(kind);
        expect(assertions).toContain(assertion);
        expect(holders).toContain(of);
        expect(text.trim()).not.toBe('');
      }
      expect(facts.map(({ id }) => id)).toEqual(facts.map((_, index) => `f${index + 1}`));
    });

    test('returns plain JSON', () => {
      expect(JSON.parse(JSON.stringify(facts))).toEqual(facts);
    });

    test('calls a fact stated where the note says it, and not where the note denies it or is silent', async () => {
      const [penicillin] = facts.filter(({ kind }) => kind === 'allergy');
      const stated = async (text: string) => {
        const statements = [{ text, evidence: ['s2'] }];
        return (await subject.grounding.check({ statements, passages, images: [], facts }, never)).stated;
      };
      expect(await stated('Allergic to penicillin.')).toContain(penicillin?.id);
      expect(await stated('No allergy to penicillin.')).not.toContain(penicillin?.id);
      expect(await stated('Knee pain.')).not.toContain(penicillin?.id);
    });

    test('grounds a statement that its passages support, and doubts a wrong number, a wrong negation and no evidence', async () => {
      const statements = [
        { text: 'Takes lisinopril 10 mg daily.', evidence: ['s4'] },
        { text: 'Takes lisinopril 20 mg daily.', evidence: ['s4'] },
        { text: 'Reports fever.', evidence: ['s5', 's6'] },
        { text: 'Has gout.', evidence: [] },
      ];
      const { statements: checked } = await subject.grounding.check({ statements, passages, images: [], facts }, never);
      expect(checked.map(({ grounded }) => grounded)).toEqual([true, false, false, false]);
      expect(checked.map(({ doubts }) => doubts.length === 0)).toEqual([true, false, false, false]);
      expect(checked.map(({ text }) => text)).toEqual(statements.map(({ text }) => text));
    });

    test('drops evidence that does not exist and does not ground on an image alone', async () => {
      const statements = [
        { text: 'Takes lisinopril 10 mg daily.', evidence: ['s4', 'gone', 's4'] },
        { text: 'Knee pain.', evidence: ['i1'] },
      ];
      const { statements: checked } = await subject.grounding.check(
        { statements, passages, images: ['i1'], facts },
        never,
      );
      expect(checked[0]?.evidence).toEqual(['s4']);
      expect(checked[1]).toMatchObject({ evidence: ['i1'], grounded: false });
    });

    test('finds nothing in nothing, and survives odd texts', async () => {
      expect((await subject.grounding.findFacts({ passages: [], language: null }, never)).facts).toEqual([]);
      for (const text of [
        '',
        ' \n',
        '\ud83d',
        '__proto__',
        '目の痛みが三日続いています。',
        'no '.repeat(3000),
        '...'.repeat(3000),
      ]) {
        const { facts: found } = await subject.grounding.findFacts(
          { passages: [{ id: 'x', speaker: null, text }], language: null },
          never,
        );
        expect(found.every(({ evidence }) => evidence.includes('x'))).toBe(true);
      }
    });

    test('rejects with the reason of an aborted signal', async () => {
      const reason = new Error('the user cancelled');
      const finding = subject.grounding.findFacts({ passages, language: 'en' }, AbortSignal.abort(reason));
      await expect(finding).rejects.toBe(reason);
    });
  });
}

const never = new AbortController().signal;

const passages: readonly Passage[] = [
  'Any allergies?',
  'Penicillin.',
  'And which medicines do you take?',
  'Lisinopril, ten milligrams, every day, for my hypertension.',
  'Any fever?',
  'No.',
  'I am going to send you to physical therapy.',
].map((text, index) => ({
  id: `s${index + 1}`,
  speaker:
    index % 2 === 0
      ? { label: 'Speaker 1', role: 'clinician' as const }
      : { label: 'Speaker 2', role: 'patient' as const },
  text,
}));
