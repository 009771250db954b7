import { defineProvider } from 'chronoscribe';
import { type Assignment, type Draft, Writer } from 'chronoscribe/kinds/writer';
import { z } from 'zod';

/** A writer that does what a test tells it to, and remembers what it was asked. */
export interface Script {
  sees(): Promise<boolean>;
  statements(assignment: Assignment): Draft['sections'][number]['statements'];
  readonly asked: Assignment[];
}

/** Quotes the first passage, and does not look at images. */
export function blindScript(): Script {
  return {
    sees: async () => false,
    statements: ({ passages: [first] }) => (first ? [{ text: first.text, evidence: [first.id], grounded: true }] : []),
    asked: [],
  };
}

/** Stands for a language model, which cannot be had here. */
export function scriptedWriter(script: () => Script) {
  return defineProvider({
    kind: Writer,
    name: 'scripted',
    config: z.strictObject({}),
    create: (): Writer => ({
      supportsImages: () => script().sees(),
      async draft(assignment) {
        script().asked.push(assignment);
        const sections = assignment.outline.map(({ name }) => ({ name, statements: script().statements(assignment) }));
        return { sections, engine: { provider: 'scripted', model: null, version: null }, warnings: [] };
      },
    }),
  });
}
