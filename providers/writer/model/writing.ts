import { Problem } from 'chronoscribe';
import { oneLine } from 'chronoscribe/host';
import type { Assignment, DraftOptions, DraftSection } from 'chronoscribe/kinds/writer';
import { answerSchema, StatementStream, sectionKeys, statementKey, type UncheckedStatement } from './answer.ts';
import { askModel } from './asking.ts';
import { chunkSource, estimateTokens, halveChunk, type SourceItem, sourceTokens } from './chunking.ts';
import { ContextExceeded, type Model } from './model.ts';
import { factTokens, namedFacts } from './named-facts.ts';
import { buildRequest, exampleText } from './request.ts';

/** Maximum number of times that a chunk is halved. Limits the requests to a model that never ends its answer. */
const maxHalvings = 4;
/**
 * A source up to this size is written about in one answer, a longer one section by section: from a visit of average
 * length a small model fills the first sections of a long answer and forgets the rest of the source.
 */
const wholeUpToTokens = 600;

/** Sections as a model wrote them: statements on one line each, not checked. */
interface WrittenSections {
  readonly sections: readonly DraftSection[];
  readonly warnings: readonly string[];
}

/**
 * Asks a model for the sections of a document: for each of them, about each chunk of the source that fits the context.
 *
 * @param room tokens for the source and its facts in a request
 * @throws Problem `provider-failed` if an answer is unusable, and what `model.ask` throws
 */
export async function writeSections(
  model: Model,
  assignment: Assignment,
  { source, room }: { readonly source: readonly SourceItem[]; readonly room: number },
  options: DraftOptions,
): Promise<WrittenSections> {
  const keys = sectionKeys(assignment.outline);
  const forFacts = factTokens(assignment, source, room);
  const parts = chunkSource(source, room - forFacts);
  const asked = sourceTokens(source) <= wholeUpToTokens ? [keys] : keys.map((key) => [key]);
  const answers: Answer[] = [];
  for (const [index, part] of parts.entries()) {
    for (const [turn, some] of asked.entries()) {
      const done = index * asked.length + turn;
      const progress = (fraction: number) => options.progress((done + fraction) / (parts.length * asked.length));
      const task = { model, assignment, forFacts, keys: some };
      answers.push(...(await answerChunk(task, part, { ...options, progress })));
      progress(1);
    }
  }
  const mostParts = Math.max(...asked.map(([first]) => answers.filter(({ keys: [key] }) => key === first).length));
  const merged = `The source exceeds the model's context. The note was written in ${mostParts} parts and merged: check that they agree.`;
  const repeated = `The model "${model.name}" began to repeat itself and was stopped: the note may lack what it had not written by then.`;
  return {
    sections: assignment.outline.map(({ name }, index) => ({
      name,
      statements: withoutDuplicates(answers.flatMap(({ sections }) => sections.get(keys[index] ?? '') ?? [])),
    })),
    warnings: [mostParts > 1 ? merged : [], answers.some(({ isCut }) => isCut) ? repeated : []].flat(),
  };
}

interface Answer {
  /** What was asked for. */
  readonly keys: readonly string[];
  readonly sections: ReadonlyMap<string, readonly UncheckedStatement[]>;
  /** Whether the model began to repeat itself. */
  readonly isCut: boolean;
}

interface Task {
  readonly model: Model;
  readonly assignment: Assignment;
  /** Tokens for the list of facts in a request. */
  readonly forFacts: number;
  /** Of the sections that are asked for. */
  readonly keys: readonly string[];
}

/** The answers to one chunk: several if the chunk or its answer does not fit into the context. */
async function answerChunk(
  task: Task,
  part: readonly SourceItem[],
  options: DraftOptions,
  halvings = maxHalvings,
): Promise<Answer[]> {
  try {
    return [await answerOf(task, part, options)];
  } catch (thrown) {
    if (!(thrown instanceof ContextExceeded)) throw thrown;
    const halves = halvings === 0 ? null : halveChunk(part);
    if (halves === null) throw endlessAnswer(task.model);
    const [first, second] = halves;
    const begun = await answerChunk(task, first, options, halvings - 1);
    return [...begun, ...(await answerChunk(task, second, options, halvings - 1))];
  }
}

async function answerOf(
  { model, assignment, forFacts, keys }: Task,
  part: readonly SourceItem[],
  options: DraftOptions,
): Promise<Answer> {
  const labels = [...new Set(part.map(({ label }) => label))];
  const form = answerSchema(keys, labels, sourceTokens(part));
  const reader = new StatementStream(keys);
  const request = buildRequest(model.prompts, assignment, form, part, namedFacts(assignment, part, forFacts));
  await askModel(model, request, options, (json) => {
    for (const statement of reader.read(json)) options.text(`${statement}\n`);
    options.progress(Math.min(0.99, estimateTokens(reader.answer) / model.answerTokens));
    return !reader.isRepeating;
  });
  const answer = form.parse(reader.answer);
  if (answer === undefined) throw invalidAnswer(model);
  const ids = new Map(part.map(({ label, id }) => [label, id]));
  const sections = answer.map((statements) =>
    statements.map((each) => ({ ...each, evidence: each.evidence.flatMap((label) => ids.get(label) ?? []) })),
  );
  return {
    keys,
    sections: new Map(keys.map((key, index) => [key, sections[index] ?? []])),
    isCut: reader.isRepeating,
  };
}

/** Each statement once, on one line, with the evidence of all that say it; without those that have no word. */
function withoutDuplicates(statements: readonly UncheckedStatement[]): UncheckedStatement[] {
  const kept = new Map<string, UncheckedStatement>();
  for (const { text, evidence } of statements) {
    const line = oneLine(text);
    if (!/[\p{L}\p{N}]/u.test(line) || line === exampleText) continue;
    const key = statementKey(line);
    const same = kept.get(key);
    kept.set(key, { text: same?.text ?? line, evidence: [...new Set([...(same?.evidence ?? []), ...evidence])] });
  }
  return [...kept.values()];
}

function invalidAnswer({ name }: Model): Problem {
  return new Problem('provider-failed', {
    detail: `The answer of the model "${name}" does not follow the JSON schema. Use a model and a server that support JSON schemas.`,
  });
}

function endlessAnswer({ name }: Model): Problem {
  return new Problem('provider-failed', {
    detail: `The model "${name}" fills its context before it finishes, even with a short source. Correct the writer's setting contextTokens, or use another model.`,
  });
}
