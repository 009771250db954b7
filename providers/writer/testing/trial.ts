import { Problem } from 'chronoscribe';
import type { Assignment, Draft, DraftOptions, Passage, SourceImage, Writer } from 'chronoscribe/kinds/writer';

/** A note of two sections to be written from one passage per text, all said by the patient. */
export function visit(...texts: readonly string[]): Assignment {
  return {
    instructions: 'Write a clinical note about this consultation.',
    prompt: '',
    outline: [
      { name: 'Subjective', contents: ['history'], guidance: '' },
      { name: 'Plan', contents: ['plan'], guidance: '' },
    ],
    passages: texts.map(
      (text, index): Passage => ({ id: `s${index + 1}`, speaker: { label: 'Speaker 1', role: 'patient' }, text }),
    ),
    facts: [],
    images: [],
    language: null,
  };
}

/** An image in which a model double reads these words: the signature of a PNG, and the words. */
export function picture(id: string, words: string): SourceImage {
  return { id, type: 'image/png', bytes: Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.from(words)]) };
}

/** Writes a draft with default options. */
export function draft(writer: Writer, assignment: Assignment, options: Partial<DraftOptions> = {}): Promise<Draft> {
  return writer.draft(assignment, {
    signal: new AbortController().signal,
    progress: () => {},
    text: () => {},
    ...options,
  });
}

/** Returns the problem that a draft fails with; throws if it fails otherwise or succeeds. */
export async function failure(drafting: Promise<unknown>): Promise<Problem> {
  const outcome = await drafting.catch((thrown: unknown) => thrown);
  if (outcome instanceof Problem) return outcome;
  throw new Error('the draft did not fail with a problem', { cause: outcome });
}
