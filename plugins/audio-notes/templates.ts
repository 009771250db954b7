import { type Route, route } from 'chronoscribe';
import { WrittenVersion } from 'chronoscribe/host';
import type { NoteForm } from 'chronoscribe/kinds/transcripts';
import type { OutlineSection } from 'chronoscribe/kinds/writer';
import { z } from 'zod';
import { bundledTemplates, type NoteTemplate } from './bundled-templates.ts';
import type { OwnTemplates } from './template-settings.ts';
import type { WrittenTemplateList } from './written-templates.ts';

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
    isConfigured: (name: string): boolean => Object.hasOwn(own, name),
  };
}

/** Notes of a consultation by template. @param preferred the default template */
export function audioNoteForm(
  { names, instructions: instructionsOf, outline, isConfigured }: NoteTemplates,
  written: WrittenTemplateList,
  preferred: string,
): NoteForm {
  return {
    name: 'audio-note',
    templates: [preferred, ...names.filter((name) => name !== preferred)],
    instructions: instructionsOf,
    outline,
    written: {
      instructions,
      async of(account) {
        const all = (await written.list(account)).filter(({ name }) => !isConfigured(name));
        return new Map(all.map(({ name, sections }) => [name, sections]));
      },
    },
    findings: () => null,
  };
}

const sections = z
  .array(
    z.object({
      name: z.string().describe('Its heading in the note'),
      contents: z.array(z.string()).readonly().describe('What belongs there'),
      guidance: z.string().describe('More on what belongs there, for writers that ask a model; may be empty'),
    }),
  )
  .readonly();

const ListedTemplate = z.object({
  name: z.string().describe('For the field `template` of a request'),
  title: z.string().describe('What people call it; for one that is not bundled its name'),
  description: z.string().describe('What it is for; empty for one that is not bundled'),
  default: z.boolean().describe('Whether it is used where a request names none'),
  sections: sections.describe('The sections of the note, in their order'),
  configured: z.boolean().describe('Whether it stands in the configuration'),
  written: WrittenVersion.extend({
    sections: sections.describe('Its sections, as they were written'),
    changedAt: z.number().describe('When, in milliseconds since 1970'),
    by: z.string().describe('By whom'),
  })
    .nullable()
    .describe('What the people of the account wrote; null if nothing. What is configured is stronger'),
});

/** Lists the templates, as a person chooses among them. */
export function templatesRoute(
  { names, get, isConfigured }: NoteTemplates,
  written: WrittenTemplateList,
  preferred: string,
): Route {
  const listed = async (account: string) => {
    const own = new Map((await written.list(account)).map((each) => [each.name, each]));
    return [...new Set([...names, ...own.keys()])].map((name): z.input<typeof ListedTemplate> => {
      const configured = isConfigured(name);
      const row = own.get(name);
      const known = names.includes(name) ? get(name) : undefined;
      // What a person wrote in the place of a bundled one is called as that is.
      const { description, outline } =
        row && !configured ? { description: '', outline: row.sections } : (known ?? { description: '', outline: [] });
      const template = { name, title: known?.title || name, description, sections: outline };
      return { ...template, default: name === preferred, configured, written: row ?? null };
    });
  };
  return route({
    method: 'GET',
    path: '/api/v1/templates',
    summary: 'List the templates of clinical notes',
    description:
      'The bundled ones first, then those of the configuration, which may replace them, then those that people of the account wrote.',
    response: z.object({ items: z.array(ListedTemplate).readonly().describe('In the order to show them in') }),
    handle: async ({ account }) => ({ items: await listed(account) }),
  });
}
