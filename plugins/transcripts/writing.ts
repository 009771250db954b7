import type { StepContext } from 'chronoscribe';
import type { Draft, Writer } from 'chronoscribe/kinds/writer';
import type { Findings, NoteForm, Transcript } from './kind.ts';
import { groundingWarnings } from './warnings.ts';

/** What the client wishes for a note. */
interface NoteWishes {
  /** Free text; empty where there is none. */
  readonly text: string;
  /** A name that the form knows; undefined: the form's default. */
  readonly template: string | undefined;
}

/** A note as it was written, before it is kept. */
export interface Note {
  readonly template: string;
  /** The client's free text that it was written by. */
  readonly text: string;
  readonly sections: Draft['sections'];
  readonly findings: Findings | null;
  readonly warnings: readonly string[];
  readonly engine: Draft['engine'];
}

/** Lets the writer draft the note, and the form find what it finds. */
export type NoteStep = (form: NoteForm, transcript: Transcript, wishes: NoteWishes, context: StepContext) => Promise<Note>;

/** The step from transcript to note. The writer is given numbered segments with roles, and never the name of anybody. */
export function noteStep(writer: Writer): NoteStep {
  return async (form, { segments, language }, wishes, { signal, progress, text }) => {
    const template = wishes.template ?? form.templates[0];
    const draft = await writer.draft(
      {
        instructions: form.instructions(template),
        prompt: wishes.text,
        outline: form.outline(template),
        passages: segments.map(({ id, speaker, role, text: said }) => ({ id, speaker: { label: speaker, role }, text: said })),
        images: [],
        language,
      },
      { signal, progress, text },
    );
    return {
      template,
      text: wishes.text,
      sections: draft.sections,
      findings: form.findings(segments),
      warnings: [...draft.warnings, ...groundingWarnings(draft.sections)],
      engine: draft.engine,
    };
  };
}
