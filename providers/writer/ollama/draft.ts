import { monotonicProgress } from 'chronoscribe';
import type { Assignment, Draft, DraftOptions } from 'chronoscribe/kinds/writer';
import { draftWith } from '../drafting.ts';
import type { Model } from '../model.ts';
import type { OllamaServer, Settings } from './server.ts';

/** Share of the context that is kept for the answer. */
const answerShare = 0.3;
/** Progress while a model is pulled, before any writing. */
const pullShare = 0.3;

/** Writes a draft with a model on an Ollama server, which is pulled first where it is missing and may be. */
export async function write(
  server: OllamaServer,
  settings: Settings,
  assignment: Assignment,
  options: DraftOptions,
): Promise<Draft> {
  const { signal } = options;
  signal.throwIfAborted();
  const progress = monotonicProgress(options.progress);
  const version = await server.version(signal);
  let begun = 0;
  if (settings.pull && (await server.capabilities(signal)) === null) {
    await server.pull(signal, (fraction) => progress(pullShare * fraction));
    begun = pullShare;
  }
  const seen = assignment.images.length > 0 && (await sees(server, settings, signal)) ? assignment.images : [];
  const drafted = await draftWith(
    modelAt(server, settings),
    { ...assignment, images: seen },
    { ...options, progress: (fraction) => progress(begun + (1 - begun) * fraction) },
  );
  return { ...drafted, engine: { provider: 'ollama', model: settings.model, version } };
}

/** Whether the model looks at images. One that is missing is pulled first where it may be, since only the server knows what it can do. */
export async function sees(server: OllamaServer, settings: Settings, signal: AbortSignal): Promise<boolean> {
  const known = await server.capabilities(signal);
  if (known !== null) return known.includes('vision');
  if (!settings.pull) throw server.missing();
  await server.pull(signal, () => {});
  return (await server.capabilities(signal))?.includes('vision') ?? false;
}

function modelAt(server: OllamaServer, { model, contextTokens }: Settings): Model {
  const answerTokens = Math.floor(contextTokens * answerShare);
  return {
    name: model,
    contextTokens,
    answerTokens,
    ask: ({ system, messages, schema }, signal, piece) =>
      server.chat(
        {
          messages: [
            { role: 'system', content: system },
            ...messages.map(({ text, image }) => ({
              role: 'user',
              content: text,
              ...(image !== null && { images: [image.bytes] }),
            })),
          ],
          format: schema,
          think: false,
          options: { temperature: 0, num_ctx: contextTokens, num_predict: answerTokens },
        },
        signal,
        piece,
      ),
  };
}
