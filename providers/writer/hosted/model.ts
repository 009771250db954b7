import { Readable } from 'node:stream';
import { type OutputInterface, streamText } from 'ai';
import { ContextExceeded, type Model, type Question, type UserMessage } from '../model/model.ts';
import { brokenOff, type ConnectionOptions, type Service, send } from '../model/service.ts';
import { refused, statusFaultOf, strayed, streamFault } from './faults.ts';
import { type Settings, vendorModel } from './vendors.ts';

/** Share of the context that is kept for the answer, and what vendors let a model answer at most. */
const answerShare = 0.3;
const mostAnswerTokens = 16_000;

// The package's remarks on settings belong into nobody's log.
globalThis.AI_SDK_LOG_WARNINGS = false;

/** A model at a vendor's service. No tools, no telemetry, and nothing is sent twice: to try again is for the workflow. */
export async function hostedModel(settings: Settings, service: Service): Promise<Model> {
  const { model, contextTokens, timeoutMs } = settings;
  const vendor = await vendorModel(settings, connection({ service, timeoutMs }));
  const answerTokens = Math.min(Math.floor(contextTokens * answerShare), mostAnswerTokens);

  async function ask(question: Question, signal: AbortSignal, piece: (json: string) => void): Promise<void> {
    const { stream } = streamText({
      model: vendor.model,
      instructions: question.system,
      messages: question.messages.map(({ text, image }) => ({ role: 'user' as const, content: contentOf(text, image) })),
      output: jsonOf(question),
      maxOutputTokens: answerTokens,
      providerOptions: vendor.providerOptions,
      ...(vendor.temperature !== undefined && { temperature: vendor.temperature }),
      maxRetries: 0,
      telemetry: { isEnabled: false },
      abortSignal: signal,
      // The default prints the error, and with it the question.
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
          return finished(part.finishReason, service);
        default:
        // Beginnings, ends and reasoning are not part of the answer.
      }
    }
    throw brokenOff(service);
  }

  return {
    name: model,
    contextTokens,
    answerTokens,
    async ask(question, signal, piece) {
      signal.throwIfAborted();
      const over = new AbortController();
      try {
        await ask(question, AbortSignal.any([signal, over.signal]), piece);
      } catch (thrown) {
        signal.throwIfAborted();
        throw streamFault(thrown, service);
      } finally {
        over.abort();
      }
    },
  };
}

/** Returns only for an answer that is whole. */
function finished(reason: string, service: Service): void {
  switch (reason) {
    case 'stop':
      return;
    case 'length':
      throw new ContextExceeded();
    case 'content-filter':
      throw refused(service);
    case 'tool-calls':
      throw strayed(service);
    default:
      throw brokenOff(service);
  }
}

function contentOf(text: string, image: UserMessage['image']) {
  if (image === null) return text;
  return [
    { type: 'text' as const, text },
    { type: 'file' as const, mediaType: image.type, data: image.bytes },
  ];
}

/** Asks for JSON of a form. The package's own would read the whole answer anew with each piece; here it is read as it comes. */
function jsonOf({ schema }: Question): OutputInterface<null, null, never> {
  return {
    name: 'object',
    responseFormat: Promise.resolve({ type: 'json', name: 'document', schema }),
    parseCompleteOutput: async () => null,
    parsePartialOutput: async () => undefined,
    createElementStreamTransform: () => undefined,
  };
}

/**
 * A `fetch` for the vendors' packages: faults are found before these see them, and nothing is sent anywhere but to the configured service.
 *
 * @throws Problem `provider-unavailable` or `provider-failed`
 * @throws ContextExceeded where the vendor says that the question is too long
 */
export function connection(options: ConnectionOptions): typeof fetch {
  return async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input);
    const incoming = await send(url, init ?? {}, options);
    const fault = await statusFaultOf(incoming, options.service);
    if (fault !== undefined) throw fault;
    // Node's own types know two kinds of web streams, which are one.
    const body = Readable.toWeb(incoming) as ReadableStream<Uint8Array>;
    return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
  };
}
