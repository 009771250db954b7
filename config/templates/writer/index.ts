import { defineProvider } from 'chronoscribe';
import { type SectionContent, Writer } from 'chronoscribe/kinds/writer';
import { z } from 'zod';

const name = '__NAME__';

/** Words that tell where a passage belongs, tried in this order. Put something cleverer in their place. */
const cues: readonly (readonly [SectionContent, RegExp])[] = [
  ['follow-up', /\b(come back|see you|call me)\b/i],
  ['plan', /\b(going to|want you to|prescribe|refer)\b/i],
  ['assessment', /\b(i think|diagnos\w+|consistent with)\b/i],
  ['results', /\b(x-ray|mri|blood test)\b/i],
  ['examination', /\b(on exam|tender\w*|blood pressure)\b/i],
  ['history', /\b(hurts?|pain|since|weeks?|take)\b/i],
];

/** Quotes each passage in the section where its first cue belongs, and leaves out what has none. It invents nothing. */
export default defineProvider({
  kind: Writer,
  name,
  config: z.strictObject({ perSection: z.int().min(1).default(10).describe('the most statements in one section') }),
  create: ({ config: { perSection } }) => ({
    async draft({ outline, passages }, { signal, progress, text }) {
      signal.throwIfAborted();
      const placed = passages.map(({ id, text }) => ({ id, text: text.trim(), content: contentOf(text) }));
      const sections = [];
      for (const { name, contents } of outline) {
        const statements = placed
          .filter(({ content }) => content !== undefined && contents.includes(content))
          .slice(0, perSection)
          .map(({ id, text }) => ({ text, evidence: [id], grounded: true }));
        sections.push({ name, statements });
        for (const statement of statements) text(`${statement.text}\n`);
        progress(sections.length / outline.length);
        signal.throwIfAborted();
      }
      return { sections, engine: { provider: name, model: null, version: null }, warnings: [] };
    },
  }),
});

function contentOf(text: string): SectionContent | undefined {
  return cues.find(([, cue]) => cue.test(text))?.[0];
}
