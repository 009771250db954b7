import { notify } from '../../shared/action.tsx';
import { useTexts } from '../../shared/i18n.ts';
import type { Transcript } from './record-query.ts';
import type { EditedSection } from './use-editor.ts';

/** Copies text to the clipboard, and says whether that was possible. */
export function useCopy(): (text: string) => Promise<void> {
  const { t } = useTexts('clinical');
  return async (text) => {
    try {
      await navigator.clipboard.writeText(text);
      notify(t('action.copied'));
    } catch {
      notify(t('review.noClipboard'), { color: 'red' });
    }
  };
}

/** The statements of a section, one a line, as another system takes them. */
export function sectionText(statements: EditedSection['statements']): string {
  return statements.map(({ text }) => text).join('\n');
}

/** The whole note with its headings, and what was added since it was signed under `addendaTitle`. */
export function noteTextOf(
  sections: readonly EditedSection[],
  addenda: Transcript['addenda'],
  addendaTitle: string,
): string {
  const parts = sections.map(({ name, statements }) => `${name}\n${sectionText(statements)}`.trim());
  const added = addenda.map(({ text, by }) => `${text} (${by})`);
  return [...parts, ...(added.length === 0 ? [] : [[addendaTitle, ...added].join('\n')])].join('\n\n');
}
