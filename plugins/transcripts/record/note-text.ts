import { oneLine } from 'chronoscribe';
import type { DraftSection } from 'chronoscribe/kinds/writer';

/** The text of a section without statements. */
export const notDocumented = 'Not documented.';

/**
 * The note as text: each section's name with a colon alone on its line, its statements below, one on a line, and an
 * empty line between sections. A section without statements reads `Not documented.` No statement ends in a colon, which
 * would make a heading of it.
 */
export function noteText(sections: readonly DraftSection[]): string {
  return sections
    .map(({ name, statements }) => {
      const lines = statements.map(({ text }) => oneLine(text).replace(/[\s:：]+$/, ''));
      return [`${name}:`, ...(lines.length > 0 ? lines : [notDocumented])].join('\n');
    })
    .join('\n\n');
}
