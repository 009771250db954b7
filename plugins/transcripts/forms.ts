import { Problem } from 'chronoscribe';
import type { NoteForm } from './kind.ts';

/** The ways to document a consultation that the plugins of this host offer. */
export interface NoteForms {
  register(form: NoteForm): void;
  /** Throws `provider-unavailable` for one whose plugin does not run. */
  named(name: string): NoteForm;
}

export function noteForms(): NoteForms {
  const forms = new Map<string, NoteForm>();
  return {
    register(form) {
      if (forms.has(form.name)) throw new Error(`Two plugins register a note form "${form.name}". Let one choose another name.`);
      forms.set(form.name, form);
    },
    named(name) {
      const form = forms.get(name);
      if (form !== undefined) return form;
      throw new Problem('provider-unavailable', {
        detail: `No plugin that runs here writes notes of the form "${name}". Enable the plugin that made this record.`,
      });
    },
  };
}

/** Throws `invalid-request` for a template that the form does not know. */
export function requireTemplate({ templates }: NoteForm, template: string): void {
  if (templates.includes(template)) return;
  const detail = `Not a template of this note; choose one of ${templates.map((name) => `"${name}"`).join(', ')}`;
  throw new Problem('invalid-request', {
    detail: `template: ${detail}`,
    errors: [{ in: 'body', path: ['template'], detail, type: 'invalid_value' }],
  });
}
