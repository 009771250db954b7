import { setImmediate } from 'node:timers/promises';
import { monotonicProgress, oneLine, Problem } from 'chronoscribe';
import type { Assignment, Draft, DraftOptions, DraftSection, Statement } from 'chronoscribe/kinds/writer';
import { checkStatement } from '../grounding/grounding.ts';
import { answerSchema, type ModelAnswer, StatementStream, type UncheckedStatement } from './answer.ts';
import { chunkSource, estimateTokens, halveChunk, type SourceItem, sourceItems } from './chunking.ts';
import { ContextExceeded, type Model } from './model.ts';
import { buildRequest } from './request.ts';

/** A source needs at least this much of the context, or no part of it would say anything. */
const minSourceTokens = 256;
/** A part that does not fit is halved at most so often: a model that never ends its answer is not asked for ever. */
const maxHalvings = 4;

/** What a model made of an assignment; the provider that asked it adds which one it was. */
type ModelDraft = Omit<Draft, 'engine'>;

/**
 * Writes a draft with a model, whoever runs it: part by part where the source is longer than the context, the answers merged, every statement
 * checked. Images go to the model with the passages; a writer whose model does not see takes them out of the assignment first.
 *
 * @throws Problem `too-large` where the prompt leaves no room for the source, `provider-failed` where the answer makes no sense, and what the model throws
 */
export async function draftWithModel(model: Model, assignment: Assignment, options: DraftOptions): Promise<ModelDraft> {
  const { signal } = options;
  signal.throwIfAborted();
  const progress = monotonicProgress(options.progress);
  const source = sourceItems(assignment);
  const parts = source.length === 0 ? [] : chunkSource(source, sourceTokenBudget(model, assignment));
  const answers: ModelAnswer[] = [];
  for (const [index, part] of parts.entries()) {
    const within = (fraction: number) => progress((index + fraction) / parts.length);
    answers.push(...(await answerChunk(model, assignment, part, { ...options, progress: within })));
    within(1);
    signal.throwIfAborted();
  }
  const sections = await mergeAnswers(answers, assignment, signal);
  const inParts = `The source was too long for the model to read at once. It was written in ${answers.length} parts, which were put together: check that they agree.`;
  return { sections, warnings: answers.length > 1 ? [inParts] : [] };
}

/** The answers to one part: one, or more where it or its answer turns out longer than the model can hold. */
async function answerChunk(
  model: Model,
  assignment: Assignment,
  part: readonly SourceItem[],
  options: DraftOptions,
  halvings = maxHalvings,
): Promise<ModelAnswer[]> {
  try {
    return [await askModel(model, assignment, part, options)];
  } catch (thrown) {
    if (!(thrown instanceof ContextExceeded)) throw thrown;
    const halves = halvings === 0 ? null : halveChunk(part);
    if (halves === null) throw endlessAnswer(model);
    const [first, second] = halves;
    const begun = await answerChunk(model, assignment, first, options, halvings - 1);
    return [...begun, ...(await answerChunk(model, assignment, second, options, halvings - 1))];
  }
}

async function askModel(
  model: Model,
  assignment: Assignment,
  part: readonly SourceItem[],
  { signal, progress, text }: DraftOptions,
): Promise<ModelAnswer> {
  const form = answerSchema(assignment.outline);
  const reader = new StatementStream();
  await model.ask(buildRequest(assignment, part), signal, (piece) => {
    for (const statement of reader.read(piece)) text(`${statement}\n`);
    progress(Math.min(0.99, estimateTokens(reader.answer) / model.answerTokens));
  });
  const answer = form.parse(reader.answer);
  if (answer === undefined) throw invalidAnswer(model);
  return answer;
}

/** What the context leaves for the source, after our own words, the client's prompt and the answer. */
function sourceTokenBudget(model: Model, assignment: Assignment): number {
  const { system, messages } = buildRequest(assignment, []);
  const fixed = [system, ...messages.map(({ text }) => text)].reduce((sum, text) => sum + estimateTokens(text), 0);
  const room = model.contextTokens - model.answerTokens - fixed;
  if (room < minSourceTokens) throw contextTooSmall(model);
  return room;
}

function contextTooSmall({ contextTokens }: Model): Problem {
  return new Problem('too-large', {
    detail: `The prompt and the sections leave no room for the source in the model's ${contextTokens} tokens. Shorten the prompt, or raise contextTokens of the writer.`,
  });
}

function invalidAnswer({ name }: Model): Problem {
  return new Problem('provider-failed', {
    detail: `The model "${name}" did not answer in the form it was asked for. A model and a server that follow a JSON schema are needed.`,
  });
}

function endlessAnswer({ name }: Model): Problem {
  return new Problem('provider-failed', {
    detail: `The model "${name}" fills its context before it has finished, even with little to read. Correct contextTokens of the writer, or use another model.`,
  });
}

/**
 * Makes the sections of a draft from the answers to the parts of a source: section by section in the outline's order, a statement that
 * two parts make is kept once with the evidence of both, and every statement is checked against the passages that it cites.
 */
export async function mergeAnswers(
  answers: readonly ModelAnswer[],
  { outline, passages, images }: Assignment,
  signal: AbortSignal,
): Promise<readonly DraftSection[]> {
  const source = {
    passages: new Map(passages.map((passage) => [passage.id, passage])),
    images: new Set(images.map(({ id }) => id)),
  };
  const sections: DraftSection[] = [];
  for (const [index, { name }] of outline.entries()) {
    const statements: Statement[] = [];
    for (const written of withoutDuplicates(answers.flatMap((answer) => answer[index] ?? []))) {
      statements.push(checkStatement(written, source));
      // One that cites hours takes a while to compare, and a model may write many: nobody else waits for them.
      await setImmediate();
      signal.throwIfAborted();
    }
    sections.push({ name, statements });
  }
  return sections;
}

function withoutDuplicates(statements: readonly UncheckedStatement[]): UncheckedStatement[] {
  const kept = new Map<string, UncheckedStatement>();
  for (const { text, evidence } of statements) {
    const line = oneLine(text);
    if (!/[\p{L}\p{N}]/u.test(line)) continue;
    // Capitals and the full stop apart, two statements must be the same: a decimal point or a minus is no matter of style.
    const key = line.toLowerCase().replace(/[.;,]+$/, '');
    const same = kept.get(key);
    kept.set(key, { text: same?.text ?? line, evidence: [...(same?.evidence ?? []), ...evidence] });
  }
  return [...kept.values()];
}
