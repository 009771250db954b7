import type { OutlineSection } from 'chronoscribe/kinds/writer';

/** What a note can look like. The names of the sections are the headings of the note, in this order. */
const outlines = {
  soap: [
    { name: 'Subjective', contents: ['history'] },
    { name: 'Objective', contents: ['examination', 'results'] },
    { name: 'Assessment', contents: ['assessment'] },
    { name: 'Plan', contents: ['plan'] },
    { name: 'Follow-Up', contents: ['follow-up'] },
  ],
} as const satisfies Record<string, readonly OutlineSection[]>;

export type TemplateName = keyof typeof outlines;

/** For the schemas that take a template by name. */
export const templateNames = Object.keys(outlines) as [TemplateName, ...TemplateName[]];

export function outlineOf(template: TemplateName): readonly OutlineSection[] {
  return outlines[template];
}
