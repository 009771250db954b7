import type { NoteForm } from 'chronoscribe/kinds/transcripts';
import type { OutlineSection } from 'chronoscribe/kinds/writer';
import { bundledTemplates, type NoteTemplate } from './bundled-templates.ts';
import type { OwnTemplates } from './template-settings.ts';

/** The templates of an installation. */
export interface NoteTemplates {
  /** The bundled templates come first, `soap` before all. */
  readonly names: readonly [string, ...string[]];
  /**
   * @returns the instructions for the writer
   * @throws Error for a name that is not among `names`
   */
  instructions(name: string): string;
  /**
   * @returns the sections of the note
   * @throws Error for a name that is not among `names`
   */
  outline(name: string): readonly OutlineSection[];
}

const instructions =
  'Write the clinical note of this consultation for the patient record. State only what was said, in short sentences of the field, ' +
  'and keep numbers, doses, sides and negations exactly. Leave a section empty where nothing was said on it.';

/** The bundled templates and the operator's, which may replace them. */
export function noteTemplates(own: OwnTemplates): NoteTemplates {
  const { soap, ...others } = bundledTemplates;
  const templates = new Map<string, NoteTemplate>([
    ['soap', soap],
    ...Object.entries(others),
    ...Object.entries(own).map(([name, outline]) => [name, { about: '', outline }] as const),
  ]);
  const find = (name: string): NoteTemplate => {
    const template = templates.get(name);
    if (template === undefined) throw new Error(`there is no template "${name}"`);
    return template;
  };
  const [, ...rest] = templates.keys();
  return {
    names: ['soap', ...rest],
    instructions: (name) => [instructions, find(name).about].filter(Boolean).join(' '),
    outline: (name) => find(name).outline,
  };
}

/** Notes of a consultation by template. @param preferred the default template */
export function audioNoteForm({ names, instructions, outline }: NoteTemplates, preferred: string): NoteForm {
  return {
    name: 'audio-note',
    templates: [preferred, ...names.filter((name) => name !== preferred)],
    instructions,
    outline,
    findings: () => null,
  };
}
