import { type Blobs, Problem, type StepContext, stepCheckpoints, type Workflow } from 'chronoscribe';
import { collectCooperatively } from 'chronoscribe/concurrency';
import type { Fact, FoundFacts, Grounding } from 'chronoscribe/kinds/grounding';
import type { Draft, Writer } from 'chronoscribe/kinds/writer';
import type { Consultation, Findings, NoteForm, Transcript } from './kind.ts';
import { type CheckedSections, checkSections, passagesOf } from './record/note-check.ts';
import type { WrittenNote } from './record/record.ts';

type ConsultationWorkflow = Workflow<Consultation, unknown>;

export type NoteForms = ReturnType<typeof noteForms>;

/** The ways to document a consultation that the plugins of this host offer. */
export function noteForms() {
  const forms = new Map<string, NoteForm>();
  const workflows = new Map<string, ConsultationWorkflow>();
  const found = <T>(registered: ReadonlyMap<string, T>, name: string): T => {
    const one = registered.get(name);
    if (one !== undefined) return one;
    throw new Problem('provider-unavailable', {
      detail: `No plugin that runs here writes notes of the form "${name}". Enable the plugin that made this record.`,
    });
  };
  return {
    /** @throws Error if another plugin has registered a form of this name. */
    register(form: NoteForm): void {
      if (forms.has(form.name)) throw new Error(`Two plugins register a note form "${form.name}". Rename one of them.`);
      forms.set(form.name, form);
    },
    /** @throws Problem `provider-unavailable` if the form's plugin does not run. */
    named: (name: string): NoteForm => found(forms, name),
    names: (): readonly string[] => [...forms.keys()],
    /** Makes known the workflow from a recording to a record of a form. */
    setWorkflow: (name: string, workflow: ConsultationWorkflow) => void workflows.set(name, workflow),
    /** @throws Problem `provider-unavailable` if the form's plugin does not run. */
    workflowOf: (name: string): ConsultationWorkflow => found(workflows, name),
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

/**
 * Writes a note with the writer. What the form finds beside it is another step, and so is the check. What the writer has
 * done in part is saved with the run, if there is one.
 */
export type NoteWriter = (
  form: NoteForm,
  source: { readonly transcript: Transcript; readonly facts: readonly Fact[] },
  request: NoteRequest,
  context: Pick<StepContext, 'signal' | 'progress' | 'text'> & Partial<Pick<StepContext, 'runId'>>,
) => Promise<WrittenNote>;

/**
 * The note of an unreliable transcript: one section that quotes each segment. No writer is asked, since a fluent note
 * would hide that the words are uncertain.
 */
export async function transcriptAlone(
  form: NoteForm,
  { segments }: Transcript,
  { text, template = form.templates[0] }: NoteRequest,
): Promise<WrittenNote> {
  const quotes = segments.values().map((segment) => ({ text: segment.text, evidence: [segment.id] }));
  return {
    template,
    text,
    sections: [{ name: 'Transcript', statements: await collectCooperatively(quotes) }],
    engine: { provider: 'none', model: null, version: null },
    warnings: [],
  };
}

/** The step from transcript to note. The writer gets numbered segments with roles, but no names. */
export function noteWriter(writer: Writer, blobs: Blobs): NoteWriter {
  return async (form, { transcript, facts }, request, { signal, progress, text, runId }) => {
    const template = request.template ?? form.templates[0];
    const assignment = {
      instructions: form.instructions(template),
      prompt: request.text,
      outline: form.outline(template),
      passages: await passagesOf(transcript, signal),
      facts,
      images: [],
      language: transcript.language,
    };
    const checkpoint = runId === undefined ? undefined : stepCheckpoints(blobs, 'note', { runId, signal });
    const draft = await writer.draft(assignment, { signal, progress, text, checkpoint });
    return { ...draft, template, text: request.text };
  };
}

/** A draft with what its form adds to it from the findings, compared with its transcript. */
export async function checkDraft(
  grounding: Grounding,
  form: NoteForm,
  sections: Draft['sections'],
  { findings, transcript, found }: DraftSource,
  signal: AbortSignal,
): Promise<CheckedSections> {
  const { segments } = transcript;
  const completed = findings && (await form.complete?.(sections, { findings, segments }, signal));
  return checkSections(grounding, completed ?? sections, { transcript, found }, signal);
}

interface DraftSource {
  readonly transcript: Transcript;
  readonly found: FoundFacts;
  /** Null for a form that looks for nothing. */
  readonly findings: Findings | null;
}
