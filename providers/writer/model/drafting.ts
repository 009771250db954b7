import { monotonicProgress, oneLine, Problem, trace } from 'chronoscribe';
import type { Assignment, Draft, DraftOptions, DraftSection } from 'chronoscribe/kinds/writer';
import { answerSchema, type ModelAnswer, StatementStream, statementKey, type UncheckedStatement } from './answer.ts';
import {
  chunkSource,
  estimateTokens,
  halveChunk,
  isImage,
  type SourceItem,
  sourceItems,
  sourceTokens,
} from './chunking.ts';
import { ContextExceeded, type Model, type TokenUsage } from './model.ts';
import { factTokens, namedFacts, speaksOfFacts } from './named-facts.ts';
import { buildRequest, exampleText } from './request.ts';

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
 *   or says nothing of the facts, and what `model.ask` throws
 */
export async function draftWithModel(model: Model, assignment: Assignment, options: DraftOptions): Promise<ModelDraft> {
  const { signal } = options;
  signal.throwIfAborted();
  const progress = monotonicProgress(options.progress);
  const source = sourceItems(assignment);
  const room = source.length === 0 ? 0 : sourceTokenBudget(model, assignment);
  const forFacts = factTokens(assignment, source, room);
  const parts = chunkSource(source, room - forFacts);
  const answers: Answer[] = [];
  for (const [index, part] of parts.entries()) {
    const within = (fraction: number) => progress((index + fraction) / parts.length);
    answers.push(...(await answerChunk({ model, assignment, forFacts }, part, { ...options, progress: within })));
    within(1);
    signal.throwIfAborted();
  }
  const sections = mergeAnswers(answers, assignment);
  const statements = sections.flatMap((section) => section.statements);
  // Of an image alone there may be nothing to say.
  if (statements.length === 0 && !source.every(isImage)) throw emptyAnswer(model);
  if (!speaksOfFacts(assignment, statements)) throw foreignAnswer(model);
  const merged = `The source exceeds the model's context. The note was written in ${answers.length} parts and merged: check that they agree.`;
  const repeated = `The model "${model.name}" began to repeat itself and was stopped: the note may lack what it had not written by then.`;
  const warnings = [answers.length > 1 ? merged : [], answers.some(({ isCut }) => isCut) ? repeated : []].flat();
  return { sections, warnings };
}

interface Answer {
  readonly sections: ModelAnswer;
  /** Whether the model began to repeat itself. */
  readonly isCut: boolean;
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
): Promise<Answer[]> {
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
): Promise<Answer> {
  const labels = [...new Set(part.map(({ label }) => label))];
  const form = answerSchema(assignment.outline, labels, sourceTokens(part));
  const reader = new StatementStream(form.keys);
  const request = buildRequest(model.prompts, assignment, form, part, namedFacts(assignment, part, forFacts));
  const enough = new AbortController();
  await traceModel(model, async () => {
    try {
      return await model.ask(request, AbortSignal.any([signal, enough.signal]), (piece) => {
        for (const statement of reader.read(piece)) text(`${statement}\n`);
        progress(Math.min(0.99, estimateTokens(reader.answer) / model.answerTokens));
        if (reader.isRepeating) enough.abort();
      });
    } catch (thrown) {
      signal.throwIfAborted();
      if (!reader.isRepeating) throw thrown;
      return { input: undefined, output: undefined };
    }
  });
  const answer = form.parse(reader.answer);
  if (answer === undefined) throw invalidAnswer(model);
  const ids = new Map(part.map(({ label, id }) => [label, id]));
  const sections = answer.map((statements) =>
    statements.map((each) => ({ ...each, evidence: each.evidence.flatMap((label) => ids.get(label) ?? []) })),
  );
  return { sections, isCut: reader.isRepeating };
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
  const { system, text } = buildRequest(model.prompts, assignment, answerSchema(assignment.outline, [], 0), [], []);
  const fixed = estimateTokens(system) + estimateTokens(text);
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

function emptyAnswer({ name }: Model): Problem {
  return new Problem('provider-failed', {
    detail: `The model "${name}" wrote nothing about the source. Check that the source says something; else use another model.`,
  });
}

function foreignAnswer({ name }: Model): Problem {
  return new Problem('provider-failed', {
    detail: `The answer of the model "${name}" states none of the facts that were found in the source. Use another, larger model.`,
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
function mergeAnswers(answers: readonly Answer[], { outline }: Assignment): readonly DraftSection[] {
  return outline.map(({ name }, index) => ({
    name,
    statements: withoutDuplicates(answers.flatMap(({ sections }) => sections[index] ?? [])).map(
      ({ text, evidence }) => ({
        text,
        evidence: [...new Set(evidence)],
      }),
    ),
  }));
}

function withoutDuplicates(statements: readonly UncheckedStatement[]): UncheckedStatement[] {
  const kept = new Map<string, UncheckedStatement>();
  for (const { text, evidence } of statements) {
    const line = oneLine(text);
    if (!/[\p{L}\p{N}]/u.test(line) || line === exampleText) continue;
    const key = statementKey(line);
    const same = kept.get(key);
    kept.set(key, { text: same?.text ?? line, evidence: [...(same?.evidence ?? []), ...evidence] });
  }
  return [...kept.values()];
}
