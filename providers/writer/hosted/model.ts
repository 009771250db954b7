import { Readable } from 'node:stream';
import { type JSONSchema7, type OutputInterface, streamText } from 'ai';
import { ContextExceeded, type Model, type ModelRequest, type TokenUsage } from '../model/model.ts';
import type { Prompts } from '../model/prompts.ts';
import { type ConnectionOptions, incompleteAnswer, type ModelService, sendRequest } from '../model/service.ts';
import { modelRefused, responseError, rolesRefused, SystemRefused, streamError, unexpectedToolCall } from './faults.ts';
import { type Settings, vendorModel } from './vendors.ts';

/** Share of the context reserved for the answer, and the most tokens that vendors allow for one. */
const answerShare = 0.3;
const maxAnswerTokens = 16_000;

// Warnings of the package about settings do not belong in our log.
globalThis.AI_SDK_LOG_WARNINGS = false;

/** A model of a hosted service, used without tools, telemetry or retries; the workflow retries. */
export async function hostedModel(
  settings: Settings,
  contextTokens: number,
  prompts: Prompts,
  service: ModelService,
): Promise<Model> {
  const { model, timeoutMs } = settings;
  const vendor = await vendorModel(settings, serviceFetch({ service, timeoutMs }));
  const answerTokens = Math.min(Math.floor(contextTokens * answerShare), maxAnswerTokens);

  async function ask(question: ModelRequest, signal: AbortSignal, piece: (json: string) => void): Promise<TokenUsage> {
    const { stream } = streamText({
      model: vendor.model,
      ...(question.system !== '' && { instructions: question.system }),
      messages: [{ role: 'user', content: contentOf(question) }],
      output: jsonOutput(question),
      maxOutputTokens: answerTokens,
      providerOptions: vendor.providerOptions,
      ...(vendor.temperature !== undefined && { temperature: vendor.temperature }),
      maxRetries: 0,
      telemetry: { isEnabled: false },
      abortSignal: signal,
      // The default handler prints the error, which contains the request.
      onError: () => {},
    });
    for await (const part of stream) {
      switch (part.type) {
        case 'text-delta':
          piece(part.text);
          break;
        case 'error':
          throw part.error;
        case 'finish':
          requireComplete(part.finishReason, service);
          return { input: part.totalUsage.inputTokens, output: part.totalUsage.outputTokens };
        default:
        // Start, end and reasoning parts are not part of the answer.
      }
    }
    throw incompleteAnswer(service);
  }

  // Templates of some models (Gemma, older Mistral) know no system message.
  let isSystemRefused = false;
  const spoken = (question: ModelRequest): ModelRequest =>
    isSystemRefused ? { ...question, system: '', text: `${question.system}\n\n${question.text}` } : question;

  return {
    provider: settings.vendor,
    name: model,
    contextTokens,
    answerTokens,
    prompts,
    async ask(question, signal, piece) {
      signal.throwIfAborted();
      const over = new AbortController();
      try {
        const either = AbortSignal.any([signal, over.signal]);
        try {
          return await ask(spoken(question), either, piece);
        } catch (thrown) {
          if (isSystemRefused || !(streamError(thrown, service) instanceof SystemRefused)) throw thrown;
          isSystemRefused = true;
          return await ask(spoken(question), either, piece);
        }
      } catch (thrown) {
        signal.throwIfAborted();
        const fault = streamError(thrown, service);
        throw fault instanceof SystemRefused ? rolesRefused(service) : fault;
      } finally {
        over.abort();
      }
    },
  };
}

/** Throws unless the answer is complete. */
function requireComplete(reason: string, service: ModelService): void {
  switch (reason) {
    case 'stop':
      return;
    case 'length':
      throw new ContextExceeded();
    case 'content-filter':
      throw modelRefused(service);
    case 'tool-calls':
      throw unexpectedToolCall(service);
    default:
      throw incompleteAnswer(service);
  }
}

/** Plain text where there is no image: templates of models without vision take no list of parts. */
function contentOf({ text, images }: ModelRequest) {
  if (images.length === 0) return text;
  const files = images.map(({ type, bytes }) => ({ type: 'file' as const, mediaType: type, data: bytes }));
  return [{ type: 'text' as const, text }, ...files];
}

/** Requests JSON that follows the schema. The output of the package would parse the whole answer with each piece. */
function jsonOutput({ jsonSchema }: ModelRequest): OutputInterface<null, null, never> {
  return {
    name: 'object',
    // The boundary of two packages that type the same JSON Schema.
    responseFormat: Promise.resolve({ type: 'json', name: 'document', schema: jsonSchema as JSONSchema7 }),
    parseCompleteOutput: async () => null,
    parsePartialOutput: async () => undefined,
    createElementStreamTransform: () => undefined,
  };
}

/**
 * A `fetch` for the vendors' packages. It detects errors before the packages do, and sends nothing to any other server.
 *
 * @throws Problem `provider-unavailable` or `provider-failed`
 * @throws ContextExceeded if the vendor reports that the request is too long
 */
export function serviceFetch(options: ConnectionOptions): typeof fetch {
  return async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input);
    const incoming = await sendRequest(url, init ?? {}, options);
    const fault = await responseError(incoming, options.service);
    if (fault !== undefined) throw fault;
    // Node's types distinguish two web stream types that are the same.
    const body = Readable.toWeb(incoming) as ReadableStream<Uint8Array>;
    return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
  };
}
