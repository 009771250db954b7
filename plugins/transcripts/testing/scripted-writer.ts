import { defineProvider, type Provider } from 'chronoscribe';
import { type Assignment, type DraftOptions, type Statement, Writer } from 'chronoscribe/kinds/writer';
import { z } from 'zod';

/**
 * Stands for a language model, which cannot be had here: keeps what it is asked, and says in the first section what the
 * test tells it to.
 */
export interface ScriptedWriter {
  readonly provider: Provider;
  readonly asked: Assignment[];
  says: (assignment: Assignment, options: DraftOptions) => Promise<readonly Statement[]>;
}

export function scriptedWriter(): ScriptedWriter {
  const writer: ScriptedWriter = {
    asked: [],
    says: async ({ passages: [first] }) => [{ text: `Said: ${first?.text}`, evidence: ['s1'] }],
    provider: defineProvider({
      kind: Writer,
      name: 'scripted',
      config: z.strictObject({}),
      create: () => ({
        supportsImages: async () => false,
        async draft(assignment, options) {
          writer.asked.push(assignment);
          const statements = await writer.says(assignment, options);
          return {
            sections: assignment.outline.map(({ name }, index) => ({
              name,
              statements: index === 0 ? statements : [],
            })),
            engine: { provider: 'scripted', model: 'm', version: null },
            warnings: [`Written ${writer.asked.length} times.`],
          };
        },
      }),
    }),
  };
  return writer;
}
