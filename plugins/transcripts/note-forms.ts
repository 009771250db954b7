import { type Blobs, Problem, type StepContext, stepCheckpoints, type Workflow } from 'chronoscribe';
import { collectCooperatively } from 'chronoscribe/concurrency';
import type { Fact, FoundFacts, Grounding } from 'chronoscribe/kinds/grounding';
import type { Draft, OutlineSection, Writer } from 'chronoscribe/kinds/writer';
import type { Consultation, Findings, NoteForm, TemplateSections, Transcript } from './kind.ts';
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

/** A template of a form, or of an account. */
interface NoteTemplate {
  readonly name: string;
  /** For writers that follow words. */
  readonly instructions: string;
  readonly outline: readonly OutlineSection[];
}

/**
 * @param name undefined: the form's default
 * @returns the template as it is now
 * @throws Problem `invalid-request` if the account has no such template
 */
export async function templateOf(
  form: NoteForm,
  account: string,
  name: string = form.templates[0],
): Promise<NoteTemplate> {
  const { written, templates } = form;
  const own = await written?.of(account);
  const outline = own?.get(name);
  if (written && outline) return { name, instructions: written.instructions, outline };
  if (templates.includes(name)) return { name, instructions: form.instructions(name), outline: form.outline(name) };
  const names = [...new Set([...templates, ...(own?.keys() ?? [])])];
  throw wrong('template', `Not a template of this note; choose one of ${names.map((each) => `"${each}"`).join(', ')}`);
}

/**
 * A template that nobody has written yet, to look at.
 *
 * @throws Problem `invalid-request` if none can be written
 */
export function unwrittenTemplate({ written }: NoteForm, name: string, outline: TemplateSections): NoteTemplate {
  if (written !== undefined) return { name, instructions: written.instructions, outline };
  throw wrong('sections', 'Notes of this form have sections of their own; leave `sections` out');
}

function wrong(field: string, detail: string): Problem {
  const errors = [{ in: 'body', path: [field], detail, type: 'invalid_value' }] as const;
  return new Problem('invalid-request', { detail: `${field}: ${detail}`, errors });
}

/**
 * Writes a note with the writer. What the form finds beside it is another step, and so is the check. What the writer has
 * done in part is saved with the run, if there is one.
 */
export type NoteWriter = (
  template: NoteTemplate,
  source: { readonly transcript: Transcript; readonly facts: readonly Fact[] },
  /** What the client asks for; empty if it says nothing. */
  text: string,
  context: Pick<StepContext, 'signal' | 'progress' | 'text'> & Partial<Pick<StepContext, 'runId'>>,
) => Promise<WrittenNote>;

/**
 * The note of an unreliable transcript: one section that quotes each segment. No writer is asked, since a fluent note
 * would hide that the words are uncertain.
 */
export async function transcriptAlone(template: string, { segments }: Transcript, text: string): Promise<WrittenNote> {
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
  return async ({ name, instructions, outline }, { transcript, facts }, prompt, context) => {
    const { signal, progress, text, runId } = context;
    const assignment = {
      ...{ instructions, prompt, outline },
      passages: await passagesOf(transcript, signal),
      facts,
      images: [],
      language: transcript.language,
    };
    const checkpoint = runId === undefined ? undefined : stepCheckpoints(blobs, 'note', { runId, signal });
    const draft = await writer.draft(assignment, { signal, progress, text, checkpoint });
    return { ...draft, template: name, text: prompt };
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
