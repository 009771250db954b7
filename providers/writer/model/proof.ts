import { createSemaphore } from 'chronoscribe/concurrency';
import { oneLine, parseJson } from 'chronoscribe/host';
import { doubtMeanings, type Grounding } from 'chronoscribe/kinds/grounding';
import type { Assignment, DraftOptions, DraftSection, Statement } from 'chronoscribe/kinds/writer';
import { z } from 'zod';
import { evidenceSchema, statementKey } from './answer.ts';
import { askModel } from './asking.ts';
import type { SourceItem } from './chunking.ts';
import { unsaidOfFew } from './few-words.ts';
import { ContextExceeded, type Model, type ModelRequest } from './model.ts';
import { languageName, requestAbout } from './request.ts';
import { turnedWords } from './turned-words.ts';
import { isOfAnother } from './whose-words.ts';

const maxRepairs = 2;
/** Requests at the same time; they are short, and a server of one's own queues them. */
const atOnce = 4;
/** Lines before and after those that a sentence cites, which a correction may rest on instead. */
const nearby = 2;
/** What the rules cannot compare is no veto: other words for the same, and images. The record still marks it. */
const incomparable: ReadonlySet<string> = new Set(['content', 'image']);

/** A statement on its way through checks and corrections. */
interface Sentence extends Statement {
  readonly section: number;
  /** Among all that were written. */
  readonly place: number;
  /** The sentence as it was written first; null if it is that. */
  readonly repaired: string | null;
}

export interface Proven {
  readonly sections: readonly DraftSection[];
  /** Sentences that are not in the sections, since the source does not support them, as they were written first. */
  readonly leftOut: readonly Statement[];
}

interface Tools {
  readonly model: Model;
  readonly grounding: Grounding;
  readonly assignment: Assignment;
  readonly source: readonly SourceItem[];
  readonly options: DraftOptions;
}

/**
 * Checks each statement: first by the rules, which veto it, then by the model, which is asked anew whether the cited
 * lines alone support it. What fails is corrected by the model and checked again, at most twice, and left out if it
 * still fails.
 *
 * @throws what `model.ask` and `grounding.check` throw
 */
export async function proveStatements(tools: Tools, written: readonly DraftSection[]): Promise<Proven> {
  const turns = createSemaphore(atOnce);
  const proven: Sentence[] = [];
  const leftOut: Sentence[] = [];
  let open = written
    .flatMap(({ statements }, section) => statements.map((statement) => ({ ...statement, section })))
    .map((statement, place): Sentence => ({ ...statement, place, repaired: null }));
  const all = Math.max(1, open.length);
  for (let round = 0; open.length > 0; round += 1) {
    const vetoes = await vetoesOf(tools, open);
    const next = await Promise.all(
      open.map((sentence, index) =>
        turns.run(async () => {
          const veto = vetoes[index] ?? { comparable: true, reason: '' };
          const reason = veto.reason === '' ? await objectionTo(tools, sentence) : veto.reason;
          const checked = veto.comparable ? 'both' : 'model';
          if (reason === '') proven.push({ ...sentence, engine: tools.model.name, checked });
          const corrected = reason !== '' && round < maxRepairs ? await repaired(tools, sentence, reason) : null;
          if (reason !== '' && corrected === null) leftOut.push(sentence);
          tools.options.progress((proven.length + leftOut.length) / all);
          return corrected ?? [];
        }),
      ),
    );
    open = next.flat();
  }
  const inOrder = (sentences: readonly Sentence[]) => sentences.toSorted((one, other) => one.place - other.place);
  return {
    sections: written.map(({ name }, index) => {
      const own = inOrder(proven).filter(({ section }) => section === index);
      // A correction may say what another statement says already.
      const first = new Map(own.toReversed().map((each) => [statementKey(each.text), each.place]));
      const kept = own.filter(({ text, place }) => first.get(statementKey(text)) === place);
      return { name, statements: kept.map(({ section: _section, place: _place, ...statement }) => statement) };
    }),
    leftOut: inOrder(leftOut).map(({ text, evidence, repaired: before }) => ({ text: before ?? text, evidence })),
  };
}

interface Veto {
  /** False if the rules cannot compare the sentence with what it rests on. */
  readonly comparable: boolean;
  /** What the rules have against it; empty if nothing. */
  readonly reason: string;
}

/** What the rules say of each sentence. */
async function vetoesOf({ grounding, assignment, options }: Tools, sentences: readonly Sentence[]): Promise<Veto[]> {
  const { passages, images, facts } = assignment;
  const statements = sentences.map(({ text, evidence }) => ({ text, evidence }));
  const note = { statements, passages, images: images.map(({ id }) => id), facts: [] };
  const checked = await grounding.check(note, options.signal);
  return checked.statements.map(({ text, evidence, doubts }) => {
    const against = doubts.filter((doubt) => !incomparable.has(doubt)).map((doubt) => doubtMeanings[doubt] ?? doubt);
    const comparable = !doubts.includes('image');
    const cited = passages.filter(({ id }) => evidence.includes(id));
    const isCompared = comparable && against.length === 0 && assignment.language?.startsWith('en');
    const named = facts.filter((fact) => fact.evidence.some((id) => evidence.includes(id))).map(({ term }) => term);
    const unsaid = isCompared ? unsaidOfFew(text, cited.map((passage) => passage.text).join('\n'), named) : [];
    const turned = isCompared ? turnedWords(text, cited) : [];
    const more = [
      unsaid.length > 0 ? 'not all of its few words are in the passages' : [],
      turned.length > 0 ? `the passages do not say this so: ${turned.join(', ')}` : [],
      isCompared && isOfAnother(text, cited) ? 'the passages say it of somebody else' : [],
    ];
    return { comparable, reason: [...against, ...more.flat()].join('; ') };
  });
}

const verdict = z.object({ reason: z.string().catch(''), supported: z.boolean() });
const verdictSchema = z.toJSONSchema(z.object({ reason: z.string(), supported: z.boolean() }));

/** What the model has against a sentence, asked with the lines that it cites and nothing else; empty if nothing. */
async function objectionTo({ model, source, options }: Tools, { text, evidence }: Sentence): Promise<string> {
  const cited = source.filter(({ id }) => evidence.includes(id));
  const request = requestAbout(model.prompts.check({}), cited, [`Sentence: ${oneLine(text)}`], verdictSchema);
  const answer = verdict.safeParse(await answerTo(model, request, options)).data;
  if (answer === undefined) return 'it is not clear that the lines say it';
  return answer.supported ? '' : answer.reason.trim() || 'the lines do not say it';
}

const unread = z.object({ text: z.string(), evidence: z.array(z.string()) });

/** The sentence as the model corrects it; null if it finds nothing to say, or says the same again. */
async function repaired(
  { model, assignment, source, options }: Tools,
  sentence: Sentence,
  reason: string,
): Promise<Sentence | null> {
  const places = source.flatMap(({ id }, at) => (sentence.evidence.includes(id) ? [at] : []));
  const lines = source.filter((_, at) => places.some((place) => Math.abs(place - at) <= nearby));
  if (lines.length === 0) return null;
  const labels = [...new Set(lines.map(({ label }) => label))];
  const schema = z.toJSONSchema(z.object({ text: z.string(), evidence: evidenceSchema(labels) }));
  const own = [`Sentence: ${oneLine(sentence.text)}`, `Wrong: ${oneLine(reason)}`];
  const system = model.prompts.repair({ language: languageName(assignment.language) });
  const answer = unread.safeParse(await answerTo(model, requestAbout(system, lines, own, schema), options)).data;
  const text = oneLine(answer?.text ?? '');
  const isNew = /[\p{L}\p{N}]/u.test(text) && statementKey(text) !== statementKey(sentence.text);
  if (answer === undefined || !isNew) return null;
  const ids = new Map(lines.map(({ label, id }) => [label, id]));
  const evidence = [...new Set(answer.evidence.flatMap((label) => ids.get(label) ?? []))];
  return { ...sentence, text, evidence, repaired: sentence.repaired ?? sentence.text };
}

/** Undefined if it is no JSON, or has no end. */
async function answerTo(model: Model, request: ModelRequest, options: DraftOptions): Promise<unknown> {
  try {
    return parseJson(await askModel(model, request, options));
  } catch (thrown) {
    if (thrown instanceof ContextExceeded) return undefined;
    throw thrown;
  }
}
