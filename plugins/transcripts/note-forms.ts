import { collectCooperatively, Problem, type StepContext } from 'chronoscribe';
import type { Writer } from 'chronoscribe/kinds/writer';
import type { NoteForm, Transcript } from './kind.ts';
import { groundingWarnings, type Note } from './record/record.ts';

/** The ways to document a consultation that the plugins of this host offer. */
export interface NoteForms {
  /** @throws Error if another plugin has registered a form of this name. */
  register(form: NoteForm): void;
  /** @throws Problem `provider-unavailable` if the form's plugin does not run. */
  named(name: string): NoteForm;
}

export function noteForms(): NoteForms {
  const forms = new Map<string, NoteForm>();
  return {
    register(form) {
      if (forms.has(form.name)) throw new Error(`Two plugins register a note form "${form.name}". Rename one of them.`);
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

/** @throws Problem `invalid-request` if the form has no such template. */
export function requireTemplate({ templates }: NoteForm, template: string): void {
  if (templates.includes(template)) return;
  const detail = `Not a template of this note; choose one of ${templates.map((name) => `"${name}"`).join(', ')}`;
  throw new Problem('invalid-request', {
    detail: `template: ${detail}`,
    errors: [{ in: 'body', path: ['template'], detail, type: 'invalid_value' }],
  });
}

/** What the client asks of a note. */
interface NoteRequest {
  /** Free text; empty if there is none. */
  readonly text: string;
  /** A template of the form; undefined: the form's default. */
  readonly template: string | undefined;
}

/** Writes a note with the writer. What the form finds beside it is another step. */
export type NoteWriter = (
  form: NoteForm,
  transcript: Transcript,
  request: NoteRequest,
  context: StepContext,
) => Promise<Omit<Note, 'findings'>>;

/** The step from transcript to note. The writer gets numbered segments with roles, but no names. */
export function noteWriter(writer: Writer): NoteWriter {
  return async (form, { segments, language }, request, { signal, progress, text }) => {
    const template = request.template ?? form.templates[0];
    const passages = await collectCooperatively(
      segments.values().map((segment) => ({
        id: segment.id,
        speaker: { label: segment.speaker, role: segment.role },
        text: segment.text,
      })),
      signal,
    );
    const assignment = {
      instructions: form.instructions(template),
      prompt: request.text,
      outline: form.outline(template),
      passages,
      images: [],
      language,
    };
    const draft = await writer.draft(assignment, { signal, progress, text });
    return {
      template,
      text: request.text,
      sections: draft.sections,
      warnings: [...draft.warnings, ...groundingWarnings(draft.sections)],
      engine: draft.engine,
    };
  };
}
