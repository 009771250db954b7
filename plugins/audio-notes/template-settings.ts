import { TemplateSections } from 'chronoscribe/kinds/transcripts';
import { z } from 'zod';
import { bundledTemplates } from './bundled-templates.ts';

const bundledNames: readonly string[] = Object.keys(bundledTemplates);

export const TemplateName = z
  .string()
  .regex(/^[a-z0-9][a-z0-9._-]{0,63}$/i, 'a template is named by up to 64 letters, digits, ".", "_" and "-"');

/** The operator's templates, by name. One with the name of a bundled template replaces it. */
export const OwnTemplates = z
  .record(TemplateName, TemplateSections)
  .describe('templates of your own: a name, and its sections');
export type OwnTemplates = z.output<typeof OwnTemplates>;

/** The settings of the plugin. */
export const noteSettings = z
  .strictObject({
    template: z.string().default('soap').describe('the note that is written where a request names none'),
    templates: OwnTemplates.default({}),
  })
  .superRefine(({ template, templates }, context) => {
    const names = [...new Set([...bundledNames, ...Object.keys(templates)])];
    if (names.includes(template)) return;
    context.addIssue({
      code: 'custom',
      path: ['template'],
      message: `there is no template of this name; known are ${names.join(', ')}`,
    });
  });
