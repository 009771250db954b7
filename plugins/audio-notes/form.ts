import type { NoteForm } from 'chronoscribe/kinds/transcripts';
import type { NoteTemplates } from './templates.ts';

/** Notes of a consultation by a template; `preferred` where nobody names one. */
export function audioNoteForm({ names, instructions, outline }: NoteTemplates, preferred: string): NoteForm {
  return {
    name: 'audio-note',
    templates: [preferred, ...names.filter((name) => name !== preferred)],
    instructions,
    outline,
    findings: () => null,
  };
}
