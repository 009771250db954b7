import { type Route, route } from 'chronoscribe';
import type { NoteForm } from 'chronoscribe/kinds/transcripts';
import type { OutlineSection } from 'chronoscribe/kinds/writer';
import { z } from 'zod';
import { bundledTemplates, type NoteTemplate } from './bundled-templates.ts';
import type { OwnTemplates } from './template-settings.ts';

const instructions =
  'Write the clinical note of this consultation for the patient record. State only what was said, in short sentences of the field, ' +
  'and keep numbers, doses, sides and negations exactly. Leave a section empty where nothing was said on it.';

type NoteTemplates = ReturnType<typeof noteTemplates>;

/** The bundled templates and the operator's, which may replace them. A name that is not among `names` is an Error. */
export function noteTemplates(own: OwnTemplates) {
  const { soap, ...others } = bundledTemplates;
  const templates = new Map<string, NoteTemplate>([
    ['soap', soap],
    ...Object.entries(others),
    ...Object.entries(own).map(
      ([name, outline]) => [name, { title: '', description: '', about: '', outline }] as const,
    ),
  ]);
  const find = (name: string): NoteTemplate => {
    const template = templates.get(name);
    if (template === undefined) throw new Error(`there is no template "${name}"`);
    return template;
  };
  const [, ...rest] = templates.keys();
  const names: readonly [string, ...string[]] = ['soap', ...rest];
  return {
    /** The bundled templates come first, `soap` before all. */
    names,
    get: find,
    /** For the writer. */
    instructions: (name: string): string => [instructions, find(name).about].filter(Boolean).join(' '),
    outline: (name: string): readonly OutlineSection[] => find(name).outline,
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

const ListedTemplate = z.object({
  name: z.string().describe('For the field `template` of a request'),
  title: z.string().describe('What people call it; the name for a template of the configuration'),
  description: z.string().describe('What it is for; empty for a template of the configuration'),
  default: z.boolean().describe('Whether it is used where a request names none'),
  sections: z
    .array(
      z.object({
        name: z.string().describe('Its heading in the note'),
        contents: z.array(z.string()).readonly().describe('What belongs there'),
        guidance: z.string().describe('More on what belongs there, for writers that ask a model; may be empty'),
      }),
    )
    .readonly()
    .describe('The sections of the note, in their order'),
});

/** Lists the templates, as a person chooses among them. */
export function templatesRoute({ names, get }: NoteTemplates, preferred: string): Route {
  const items = names.map((name) => {
    const { title, description, outline } = get(name);
    return { name, title: title || name, description, default: name === preferred, sections: outline };
  });
  return route({
    method: 'GET',
    path: '/api/v1/templates',
    summary: 'List the templates of clinical notes',
    description: 'The bundled ones first, then those of the configuration, which may replace them.',
    response: z.object({ items: z.array(ListedTemplate).readonly().describe('In the order to show them in') }),
    handle: () => ({ items }),
  });
}
