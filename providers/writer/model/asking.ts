import { createHash } from 'node:crypto';
import { trace } from 'chronoscribe';
import type { DraftOptions } from 'chronoscribe/kinds/writer';
import type { Model, ModelRequest } from './model.ts';

/**
 * Asks a model, and saves its answer: it is not asked again for what it has answered.
 *
 * @param piece called with the pieces of the answer, or with all of a saved one; false ends the answer there
 * @returns the answer as far as it was read
 * @throws what `model.ask` throws; nothing is saved then
 */
export async function askModel(
  model: Model,
  request: ModelRequest,
  { signal, checkpoint = unsaved }: Pick<DraftOptions, 'signal' | 'checkpoint'>,
  piece: (json: string) => boolean = () => true,
): Promise<string> {
  let isNew = false;
  const answer = await checkpoint(keyOf(model, request), () => {
    isNew = true;
    return stream(model, request, signal, piece);
  });
  signal.throwIfAborted();
  if (!isNew) piece(answer);
  return answer;
}

const unsaved = <T>(_key: string, work: () => Promise<T>): Promise<T> => work();

/** All that the answer depends on. */
function keyOf({ provider, name, contextTokens, answerTokens }: Model, { images, ...request }: ModelRequest): string {
  const shown = images.map(({ bytes }) => createHash('sha256').update(bytes).digest('hex'));
  return JSON.stringify([provider, name, contextTokens, answerTokens, request, shown]);
}

/** A call of a model, traced as the conventions of OpenTelemetry for generative AI describe it, without its content. */
async function stream(
  model: Model,
  request: ModelRequest,
  signal: AbortSignal,
  piece: (json: string) => boolean,
): Promise<string> {
  const attributes = {
    'gen_ai.operation.name': 'chat',
    'gen_ai.provider.name': model.provider,
    'gen_ai.request.model': model.name,
    'gen_ai.request.max_tokens': model.answerTokens,
    'gen_ai.output.type': 'json',
  };
  const enough = new AbortController();
  let answer = '';
  await trace(`chat ${model.name}`, { kind: 'client', attributes }, async (span) => {
    try {
      const { input, output } = await model.ask(request, AbortSignal.any([signal, enough.signal]), (json) => {
        if (enough.signal.aborted) return;
        answer += json;
        if (!piece(json)) enough.abort();
      });
      span.set({ 'gen_ai.usage.input_tokens': input, 'gen_ai.usage.output_tokens': output });
    } catch (thrown) {
      signal.throwIfAborted();
      if (!enough.signal.aborted) throw thrown;
    }
  });
  return answer;
}
