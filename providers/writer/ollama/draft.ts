import { Problem } from 'chronoscribe';
import type { Assignment, Draft, DraftOptions, Passage } from 'chronoscribe/kinds/writer';
import { z } from 'zod';
import { answerSchema, type ModelAnswer, StatementReader, sectionsFrom } from '../model-answer.ts';
import { messagesFor } from '../model-messages.ts';
import { estimateTokens, halve, partsOf } from '../source-parts.ts';
import { ContextExceeded } from './faults.ts';
import type { OllamaServer, Settings } from './server.ts';

/** Share of the context that is kept for the answer. */
const answerShare = 0.3;
/** A source needs at least this much of the context, or no part of it would say anything. */
const leastSourceTokens = 256;
/** A part that does not fit is halved at most so often: a model that never ends its answer is not asked for ever. */
const mostHalvings = 4;
/** Progress while a model is pulled, before any writing. */
const pullShare = 0.3;

/** Writes a draft with a model on an Ollama server: part by part where the source is longer than the context. */
export async function write(
  server: OllamaServer,
  settings: Settings,
  assignment: Assignment,
  options: DraftOptions,
): Promise<Draft> {
  const { signal } = options;
  const { model } = settings;
  signal.throwIfAborted();
  const progress = rising(options.progress);
  const version = await server.version(signal);
  if (settings.pull && !(await server.hasModel(signal))) await server.pull(signal, (fraction) => progress(pullShare * fraction));

  const source = assignment.passages.filter(({ text }) => text.trim() !== '');
  const parts = source.length === 0 ? [] : partsOf(source, roomForSource(settings, assignment));
  const answers: ModelAnswer[] = [];
  for (const [index, part] of parts.entries()) {
    const within = (fraction: number) => progress(pullShare + ((1 - pullShare) * (index + fraction)) / parts.length);
    answers.push(...(await writePart(server, settings, assignment, part, { ...options, progress: within })));
    within(1);
    signal.throwIfAborted();
  }
  const { sections, warnings } = sectionsFrom(answers, assignment);
  const inParts = `The source is longer than the model's context: it was written in ${answers.length} parts, which were put together.`;
  return {
    sections,
    engine: { provider: 'ollama', model, version },
    warnings: answers.length > 1 ? [inParts, ...warnings] : warnings,
  };
}

/** The answers to one part: one, or more where it or its answer turns out longer than the model can hold. */
async function writePart(
  server: OllamaServer,
  settings: Settings,
  assignment: Assignment,
  part: readonly Passage[],
  options: DraftOptions,
  halvings = mostHalvings,
): Promise<ModelAnswer[]> {
  try {
    return [await ask(server, settings, assignment, part, options)];
  } catch (thrown) {
    if (!(thrown instanceof ContextExceeded)) throw thrown;
    const halves = halvings === 0 ? null : halve(part);
    if (halves === null) throw endless(settings.model);
    const [first, second] = halves;
    const begun = await writePart(server, settings, assignment, first, options, halvings - 1);
    return [...begun, ...(await writePart(server, settings, assignment, second, options, halvings - 1))];
  }
}

async function ask(
  server: OllamaServer,
  settings: Settings,
  assignment: Assignment,
  part: readonly Passage[],
  { signal, progress, text }: DraftOptions,
): Promise<ModelAnswer> {
  const schema = answerSchema(assignment.outline);
  const answerTokens = Math.floor(settings.contextTokens * answerShare);
  const reader = new StatementReader();
  await server.chat(
    {
      messages: messagesFor(assignment, part),
      format: z.toJSONSchema(schema),
      think: false,
      options: { temperature: 0, num_ctx: settings.contextTokens, num_predict: answerTokens },
    },
    signal,
    (piece) => {
      for (const statement of reader.read(piece)) text(`${statement}\n`);
      progress(Math.min(0.99, estimateTokens(reader.answer) / answerTokens));
    },
  );
  const answer = schema.safeParse(parsed(reader.answer));
  if (!answer.success) throw senseless(settings.model);
  return answer.data;
}

function parsed(answer: string): unknown {
  try {
    return JSON.parse(answer);
  } catch {
    return undefined;
  }
}

/** What the context leaves for passages, after our own words, the client's prompt and the answer. */
function roomForSource(settings: Settings, assignment: Assignment): number {
  const fixed = messagesFor(assignment, []).reduce((sum, { content }) => sum + estimateTokens(content), 0);
  const room = Math.floor(settings.contextTokens * (1 - answerShare)) - fixed;
  if (room < leastSourceTokens) throw tooSmall(settings);
  return room;
}

function tooSmall({ contextTokens }: Settings): Problem {
  return new Problem('too-large', {
    detail: `The prompt and the sections leave no room for the source in the model's ${contextTokens} tokens. Shorten the prompt, or raise contextTokens of the writer.`,
  });
}

function senseless(model: string): Problem {
  return new Problem('provider-failed', {
    detail: `The model "${model}" did not answer in the form it was asked for. A model that follows a JSON schema is needed, and an Ollama of 0.5 or later.`,
  });
}

function endless(model: string): Problem {
  return new Problem('provider-failed', {
    detail: `The model "${model}" fills its context before it has finished, even with little to read. Raise contextTokens of the writer, or use another model.`,
  });
}

function rising(report: (fraction: number) => void): (fraction: number) => void {
  let highest = 0;
  return (fraction) => {
    highest = Math.max(highest, fraction);
    report(highest);
  };
}
