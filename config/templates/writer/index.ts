import { defineProvider } from 'chronoscribe';
import { type OutlineSection, type SectionContent, Writer } from 'chronoscribe/kinds/writer';
import { z } from 'zod';

const name = '__NAME__';

/** Phrases that tell the content of a passage, tried in this order. Replace them by something better. */
const cuePhrases: readonly (readonly [SectionContent, RegExp])[] = [
  ['follow-up', /\b(come back|see you|call me)\b/i],
  ['plan', /\b(going to|want you to|prescribe|refer)\b/i],
  ['assessment', /\b(i think|diagnos\w+|consistent with)\b/i],
  ['results', /\b(x-ray|mri|blood test)\b/i],
  ['examination', /\b(on exam|tender\w*|blood pressure)\b/i],
  ['medications', /\b(take|tablets?|mg)\b/i],
  ['history', /\b(hurts?|pain|since|weeks?)\b/i],
];

/** The content whose section is used if the outline has no section for the first. */
const fallback: Partial<Record<SectionContent, SectionContent>> = { medications: 'history' };

/** Quotes each passage in the section of its first cue phrase, and omits passages without one. It invents nothing. */
export default defineProvider({
  kind: Writer,
  name,
  config: z.strictObject({
    perSection: z.int().min(1).default(10).describe('the maximum of statements in one section'),
  }),
  create: ({ config: { perSection } }) => ({
    supportsImages: async () => false,
    async draft({ outline, passages }, { signal, progress, text }) {
      signal.throwIfAborted();
      const placed = passages.map(({ id, text }) => ({ id, text: text.trim(), section: sectionOf(text, outline) }));
      const sections = [];
      for (const { name } of outline) {
        const statements = placed
          .filter(({ section }) => section?.name === name)
          .slice(0, perSection)
          .map(({ id, text }) => ({ text, evidence: [id] }));
        sections.push({ name, statements });
        for (const statement of statements) text(`${statement.text}\n`);
        progress(sections.length / outline.length);
        signal.throwIfAborted();
      }
      return { sections, engine: { provider: name, model: null, version: null }, warnings: [] };
    },
  }),
});

function sectionOf(text: string, outline: readonly OutlineSection[]): OutlineSection | undefined {
  const content = cuePhrases.find(([, phrase]) => phrase.test(text))?.[0];
  if (content === undefined) return undefined;
  const sectionWith = (wanted: SectionContent) => outline.find(({ contents }) => contents.includes(wanted));
  return sectionWith(content) ?? sectionWith(fallback[content] ?? content) ?? sectionWith('summary');
}
