import { monotonicProgress, Problem } from 'chronoscribe';
import type { Grounding } from 'chronoscribe/kinds/grounding';
import type { Assignment, Draft, DraftOptions, Statement } from 'chronoscribe/kinds/writer';
import { answerSchema } from './answer.ts';
import { estimateTokens, isImage, sourceItems } from './chunking.ts';
import { joinedFacts } from './extraction.ts';
import type { Model } from './model.ts';
import { speaksOfFacts } from './named-facts.ts';
import { proveStatements } from './proof.ts';
import { buildRequest } from './request.ts';
import { writeSections } from './writing.ts';

/** Minimum number of tokens for the source; a smaller part would be meaningless. */
const minSourceTokens = 256;
/** Shares of the progress at which facts are listed, and sections are written. */
const [listed, writtenAt] = [0.1, 0.5];

/** A draft without the engine, which the provider adds. */
export interface ModelDraft extends Omit<Draft, 'engine'> {
  /** Statements of the model that are not in the draft, since the source does not support them. */
  readonly leftOut: readonly Statement[];
}

/**
 * Writes a draft with a model, in steps of which each answer is saved: it lists the facts of the source, which are joined
 * with those of the rules, writes the sections, and every sentence is checked by rules and model, corrected or left out.
 *
 * @param model the model, wherever it runs
 * @param assignment with images only if the model reads them
 * @param options cancellation and callbacks
 * @throws Problem `too-large` if the prompt leaves no room for the source, `provider-failed` if the answer is unusable,
 *   or says nothing of the facts, and what `model.ask` throws
 */
export async function draftWithModel(
  model: Model,
  assignment: Assignment,
  grounding: Grounding,
  options: DraftOptions,
): Promise<ModelDraft> {
  options.signal.throwIfAborted();
  const progress = monotonicProgress(options.progress);
  const from = (start: number, end: number): DraftOptions => ({
    ...options,
    progress: (fraction) => progress(start + (end - start) * fraction),
  });
  const source = sourceItems(assignment);
  const room = source.length === 0 ? 0 : sourceTokenBudget(model, assignment);
  const { facts, disagreements } = await joinedFacts(model, assignment, { source, room }, from(0, listed));
  const { sections, warnings } = await writeSections(
    model,
    { ...assignment, facts },
    { source, room },
    from(listed, writtenAt),
  );
  const statements = sections.flatMap((section) => section.statements);
  // Of an image alone there may be nothing to say.
  if (statements.length === 0 && !source.every(isImage)) throw emptyAnswer(model);
  if (!speaksOfFacts(assignment, statements)) throw foreignAnswer(model);
  const proven = await proveStatements(
    { model, grounding, assignment, source, options: from(writtenAt, 0.99) },
    sections,
  );
  return { ...proven, warnings: [...warnings, ...disagreements] };
}

/** Tokens left for the source after our instructions, the client's prompt and the answer. */
function sourceTokenBudget(model: Model, assignment: Assignment): number {
  const { system, text } = buildRequest(model.prompts, assignment, answerSchema([], [], 0), [], []);
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
