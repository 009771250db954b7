import { defineProvider } from 'chronoscribe';
import { type Assignment, type Draft, Writer } from 'chronoscribe/kinds/writer';
import { z } from 'zod';

/** The behaviour of a stub writer, and the assignments that it received. */
export interface Script {
  supportsImages(): Promise<boolean>;
  statements(assignment: Assignment): Draft['sections'][number]['statements'];
  readonly asked: Assignment[];
}

/** Quotes the first passage and does not read images. */
export function blindScript(): Script {
  return {
    supportsImages: async () => false,
    statements: ({ passages: [first] }) => (first ? [{ text: first.text, evidence: [first.id] }] : []),
    asked: [],
  };
}

/** A stub for a language model. */
export function scriptedWriter(script: () => Script) {
  return defineProvider({
    kind: Writer,
    name: 'scripted',
    config: z.strictObject({}),
    create: (): Writer => ({
      supportsImages: () => script().supportsImages(),
      async draft(assignment) {
        script().asked.push(assignment);
        const sections = assignment.outline.map(({ name }) => ({ name, statements: script().statements(assignment) }));
        return { sections, engine: { provider: 'scripted', model: null, version: null }, warnings: [] };
      },
    }),
  });
}
