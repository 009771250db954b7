import { monotonicProgress, oneLine, Problem, trace } from 'chronoscribe';
import type { Assignment, Draft, DraftOptions, DraftSection } from 'chronoscribe/kinds/writer';
import { answerSchema, type ModelAnswer, StatementStream, type UncheckedStatement } from './answer.ts';
import { chunkSource, estimateTokens, halveChunk, type SourceItem, sourceItems } from './chunking.ts';
import { ContextExceeded, type Model, type TokenUsage } from './model.ts';
import { factTokens, namedFacts } from './named-facts.ts';
import { buildRequest } from './request.ts';

/** Minimum number of tokens for the source; a smaller part would be meaningless. */
const minSourceTokens = 256;
/** Maximum number of times that a chunk is halved. Limits the requests to a model that never ends its answer. */
const maxHalvings = 4;

/** A draft without the engine, which the provider adds. */
type ModelDraft = Omit<Draft, 'engine'>;

/**
 * Writes a draft with a model. A source longer than the context is written chunk by chunk and the answers are merged.
 *
 * @param model the model, wherever it runs
 * @param assignment with images only if the model reads them
 * @param options cancellation and callbacks
 * @throws Problem `too-large` if the prompt leaves no room for the source, `provider-failed` if the answer is unusable,
 *   and what `model.ask` throws
 */
export async function draftWithModel(model: Model, assignment: Assignment, options: DraftOptions): Promise<ModelDraft> {
  const { signal } = options;
  signal.throwIfAborted();
  const progress = monotonicProgress(options.progress);
  const source = sourceItems(assignment);
  const room = source.length === 0 ? 0 : sourceTokenBudget(model, assignment);
  const forFacts = factTokens(assignment, room);
  const parts = chunkSource(source, room - forFacts);
  const answers: ModelAnswer[] = [];
  for (const [index, part] of parts.entries()) {
    const within = (fraction: number) => progress((index + fraction) / parts.length);
    answers.push(...(await answerChunk({ model, assignment, forFacts }, part, { ...options, progress: within })));
    within(1);
    signal.throwIfAborted();
  }
  const sections = mergeAnswers(answers, assignment);
  const merged = `The source exceeds the model's context. The note was written in ${answers.length} parts and merged: check that they agree.`;
  return { sections, warnings: answers.length > 1 ? [merged] : [] };
}

interface Task {
  readonly model: Model;
  readonly assignment: Assignment;
  /** Tokens for the list of facts in a request. */
  readonly forFacts: number;
}

/** The answers to one chunk: several if the chunk or its answer does not fit into the context. */
async function answerChunk(
  task: Task,
  part: readonly SourceItem[],
  options: DraftOptions,
  halvings = maxHalvings,
): Promise<ModelAnswer[]> {
  try {
    return [await askModel(task, part, options)];
  } catch (thrown) {
    if (!(thrown instanceof ContextExceeded)) throw thrown;
    const halves = halvings === 0 ? null : halveChunk(part);
    if (halves === null) throw endlessAnswer(task.model);
    const [first, second] = halves;
    const begun = await answerChunk(task, first, options, halvings - 1);
    return [...begun, ...(await answerChunk(task, second, options, halvings - 1))];
  }
}

async function askModel(
  { model, assignment, forFacts }: Task,
  part: readonly SourceItem[],
  { signal, progress, text }: DraftOptions,
): Promise<ModelAnswer> {
  const form = answerSchema(assignment.outline);
  const reader = new StatementStream();
  const request = buildRequest(assignment, part, namedFacts(assignment, part, forFacts));
  await traceModel(model, () =>
    model.ask(request, signal, (piece) => {
      for (const statement of reader.read(piece)) text(`${statement}\n`);
      progress(Math.min(0.99, estimateTokens(reader.answer) / model.answerTokens));
    }),
  );
  const answer = form.parse(reader.answer);
  if (answer === undefined) throw invalidAnswer(model);
  return answer;
}

/** A call of a model as the conventions of OpenTelemetry for generative AI describe it, without its content. */
function traceModel(model: Model, ask: () => Promise<TokenUsage>): Promise<void> {
  const attributes = {
    'gen_ai.operation.name': 'chat',
    'gen_ai.provider.name': model.provider,
    'gen_ai.request.model': model.name,
    'gen_ai.request.max_tokens': model.answerTokens,
    'gen_ai.output.type': 'json',
  };
  return trace(`chat ${model.name}`, { kind: 'client', attributes }, async (span) => {
    const { input, output } = await ask();
    span.set({ 'gen_ai.usage.input_tokens': input, 'gen_ai.usage.output_tokens': output });
  });
}

/** Tokens left for the source after our instructions, the client's prompt and the answer. */
function sourceTokenBudget(model: Model, assignment: Assignment): number {
  const { system, messages } = buildRequest(assignment, [], []);
  const fixed = [system, ...messages.map(({ text }) => text)].reduce((sum, text) => sum + estimateTokens(text), 0);
  const room = model.contextTokens - model.answerTokens - fixed;
  if (room < minSourceTokens) throw contextTooSmall(model);
  return room;
}

function contextTooSmall({ contextTokens }: Model): Problem {
  return new Problem('too-large', {
    detail: `The prompt and the sections leave no room for the source in the model's ${contextTokens} tokens. Shorten the prompt, or raise the writer's setting contextTokens.`,
  });
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

/**
 * Merges the answers to the chunks section by section. A statement that two chunks make is kept once, with the evidence
 * of both.
 */
export function mergeAnswers(
  answers: readonly ModelAnswer[],
  { outline, passages, images }: Assignment,
): readonly DraftSection[] {
  const citable = new Set([...passages, ...images].map(({ id }) => id));
  return outline.map(({ name }, index) => ({
    name,
    statements: withoutDuplicates(answers.flatMap((answer) => answer[index] ?? [])).map(({ text, evidence }) => ({
      text,
      evidence: [...new Set(evidence)].filter((id) => citable.has(id)),
    })),
  }));
}

function withoutDuplicates(statements: readonly UncheckedStatement[]): UncheckedStatement[] {
  const kept = new Map<string, UncheckedStatement>();
  for (const { text, evidence } of statements) {
    const line = oneLine(text);
    if (!/[\p{L}\p{N}]/u.test(line)) continue;
    // Only case and final punctuation may differ: a decimal point or a minus sign matters.
    const key = line.toLowerCase().replace(/[.;,]+$/, '');
    const same = kept.get(key);
    kept.set(key, { text: same?.text ?? line, evidence: [...(same?.evidence ?? []), ...evidence] });
  }
  return [...kept.values()];
}
