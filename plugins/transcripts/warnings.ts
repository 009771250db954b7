import type { DraftSection } from 'chronoscribe/kinds/writer';

/** What the clinician must check: how many statements the transcript does not bear out. Empty where it bears out all of them. */
export function groundingWarnings(sections: readonly DraftSection[]): string[] {
  const doubtful = sections.flatMap(({ statements }) => statements).filter(({ grounded }) => !grounded).length;
  if (doubtful === 0) return [];
  const subject = doubtful === 1 ? '1 statement of the note is' : `${doubtful} statements of the note are`;
  return [`${subject} not borne out by the transcript. Check what is marked \`grounded: false\` in the sections.`];
}

/** Of a note whose transcript has been edited since. Its evidence was another text, or was said by somebody else. */
export const writtenBeforeEdit =
  'The transcript was edited after this note was written from it. Check the note against what was changed, or have it rewritten.';
