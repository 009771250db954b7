import type { DraftSection } from 'chronoscribe/kinds/writer';

/**
 * The note as text: each section's name with a colon alone on its line, its statements below, one on a line, and an empty line
 * between sections. A section without statements reads `Not documented.`
 */
export function noteText(sections: readonly DraftSection[]): string {
  return sections
    .map(({ name, statements }) => {
      const lines = statements.map(({ text }) => text.replace(/\s+/g, ' ').trim());
      return [`${name}:`, ...(lines.length > 0 ? lines : ['Not documented.'])].join('\n');
    })
    .join('\n\n');
}

/** What the clinician must check: how many statements the transcript does not bear out. Empty where it bears out all of them. */
export function groundingWarnings(sections: readonly DraftSection[]): string[] {
  const doubtful = sections.flatMap(({ statements }) => statements).filter(({ grounded }) => !grounded).length;
  if (doubtful === 0) return [];
  const subject = doubtful === 1 ? '1 statement of the note is' : `${doubtful} statements of the note are`;
  return [`${subject} not borne out by the transcript. Check what is marked \`grounded: false\` in the sections.`];
}
