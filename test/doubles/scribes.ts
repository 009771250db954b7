import type { Statement } from 'chronoscribe/kinds/writer';
import { corruptions } from '../bench/grounding/corruptions.ts';
import { type Conduct, inSections, type ModelReply } from './model-server.ts';

/** The true statements of a note, section by section, that cite lines by their numbers. */
export type TrueNote = readonly (readonly Statement[])[];

/** A statement that a careless model made of a true one; null where it left it out. */
export interface PlantedError {
  readonly truth: Statement;
  readonly written: Statement | null;
}

/** A model that writes what is true, all of it or the section that it is asked for. */
export function goodScribe(note: TrueNote): ModelReply {
  // Keys are numbered: `s2_plan` is the second section.
  return (chat) => inSections(chat, ...chat.keys.map((key) => note[Number(/^s(\d+)/.exec(key)?.[1]) - 1] ?? []));
}

/** How a model may check sentences. */
export const checkers: Readonly<Record<'says yes to all' | 'says no to all', Partial<Conduct>>> = {
  'says yes to all': {},
  'says no to all': { check: () => ({ reason: 'the lines do not say it', supported: false }) },
};

/** What a careless model does to a note: it changes what can be changed so, adds what was said elsewhere, or leaves out. */
export const carelessness: Readonly<Record<string, (note: TrueNote, elsewhere: TrueNote) => readonly PlantedError[]>> =
  {
    ...Object.fromEntries(
      Object.entries(corruptions).map(([kind, corrupt]) => [
        kind,
        (note: TrueNote) =>
          note.flat().flatMap((truth) => {
            const text = corrupt(truth.text);
            return text === undefined || text === truth.text ? [] : [{ truth, written: { ...truth, text } }];
          }),
      ]),
    ),
    invented: (note, elsewhere) =>
      note.flat().flatMap((truth, index) => {
        const foreign = elsewhere.flat()[index];
        const isSaid = note.flat().some(({ text }) => text === foreign?.text);
        return foreign === undefined || isSaid ? [] : [{ truth, written: { ...truth, text: foreign.text } }];
      }),
    dropped: (note) =>
      note
        .flat()
        .filter((_, index) => index % 3 === 1)
        .map((truth) => ({ truth, written: null })),
  };

/** A model that writes a note with these errors in it. */
export function carelessScribe(note: TrueNote, errors: readonly PlantedError[]): ModelReply {
  const wrong = new Map(errors.map(({ truth, written }) => [truth, written]));
  const sections = note.map((statements) =>
    statements.flatMap((truth) => {
      const written = wrong.has(truth) ? wrong.get(truth) : truth;
      return written == null ? [] : [written];
    }),
  );
  return goodScribe(sections);
}

/** Models that are of no use, each in its way. */
export const badScribes: Readonly<Record<string, ModelReply>> = {
  'writes nothing': (chat) => inSections(chat),
  'talks instead': () => 'Certainly! Here is the note that you asked for.',
  'copies the example': (chat) => inSections(chat, [{ text: 'One finding in one sentence.', evidence: ['s1'] }]),
  'writes of nothing': (chat) => inSections(chat, [{ text: 'The patient was seen today.', evidence: ['s1'] }]),
  'repeats itself': (chat) =>
    inSections(
      chat,
      Array.from({ length: 500 }, () => ({ text: 'The patient was seen today.', evidence: ['s1'] })),
    ),
  'breaks off': ({ keys }) => `{"${keys[0]}": [{"text": "The patient`,
};
