import { z } from 'zod';
import {
  AskedSchema,
  bodyOf,
  type Chat,
  type ModelServer,
  type Protocol,
  startModelServer,
  ToolCall,
} from './model-server.ts';
import type { VendorAnswer } from './vendor-server.ts';

export interface OllamaDouble extends ModelServer {
  /** The server forgets a model: it answers 404 until the model is pulled. */
  remove(model: string): void;
  /** What `/api/show` tells of a model until the next `reset`. */
  tell(model: string, told: { readonly parameters?: string; readonly model_info?: object }): void;
}

const chatRequest = z.object({
  model: z.string(),
  messages: z.array(
    z.object({
      role: z.enum(['system', 'user', 'assistant']),
      content: z.string(),
      images: z.array(z.base64()).default([]),
    }),
  ),
  stream: z.literal(true),
  format: AskedSchema,
  tools: z.array(z.unknown()).default([]),
  truncate: z.literal(false),
  options: z.object({ temperature: z.number(), num_ctx: z.int(), num_predict: z.int() }),
});

/**
 * Stands for an Ollama server: `/api/chat`, `/api/pull`, `/api/show`, `/api/tags` and `/api/version`, after Ollama's
 * API documentation. Models called `…-vision` see.
 */
export async function startOllama(...models: readonly string[]): Promise<OllamaDouble> {
  const present = new Set(models);
  const known = new Map<string, object>();
  const protocol: Protocol = {
    on: 'POST /api/chat',
    chat: chatOf,
    answer: ({ model }, { pieces, end }) =>
      lines([
        ...pieces.map((content) => ({ model, message: { role: 'assistant', content }, done: false })),
        ...(end instanceof ToolCall ? [{ model, message: called(end), done: false }] : []),
        {
          model,
          message: { role: 'assistant', content: '' },
          done: true,
          done_reason: end === 'length' ? 'length' : 'stop',
        },
      ]),
    tooLong: () => ({ status: 400, json: { error: 'the input length exceeds the context length' } }),
    otherwise(request) {
      switch (`${request.method} ${request.path}`) {
        case 'GET /api/version':
          return { json: { version: '0.12.6' } };
        case 'GET /api/tags':
          return { json: { models: [...present].map((model) => ({ name: model, model })) } };
        case 'POST /api/show': {
          const model = z.string().parse(bodyOf(request).model);
          const told = { capabilities: capabilitiesOf(model), parameters: '', model_info: {}, ...known.get(model) };
          return present.has(model) ? { json: told } : notFound(model);
        }
        case 'POST /api/pull':
          return pulled(z.string().parse(bodyOf(request).name), present);
        case 'POST /api/chat': {
          const model = z.string().parse(bodyOf(request).model);
          return present.has(model) ? undefined : notFound(model);
        }
        default:
          return undefined;
      }
    },
  };
  const server = await startModelServer(protocol);
  return {
    ...server,
    tell(model, told) {
      known.set(model, told);
    },
    remove(model) {
      present.delete(model);
    },
    async reset() {
      await server.reset();
      known.clear();
      for (const model of models) present.add(model);
    },
  };
}

function chatOf(body: Readonly<Record<string, unknown>>): Chat {
  const { model, messages, format, tools, options } = chatRequest.parse(body);
  return {
    model,
    system: messages.flatMap(({ role, content }) => (role === 'system' ? [content] : [])).join('\n'),
    messages: messages.flatMap(({ role, content, images }) =>
      role === 'user' ? [{ text: content, images: images.map((image) => Buffer.from(image, 'base64')) }] : [],
    ),
    schema: format,
    keys: Object.keys(format.properties),
    tools: tools.length,
    answerTokens: options.num_predict,
    contextTokens: options.num_ctx,
    body,
  };
}

function capabilitiesOf(model: string): readonly string[] {
  return model.endsWith('-vision') ? ['completion', 'vision'] : ['completion'];
}

function called({ name, input }: ToolCall): object {
  return { role: 'assistant', content: '', tool_calls: [{ function: { name, arguments: input } }] };
}

function notFound(model: string): VendorAnswer {
  return { status: 404, json: { error: `model '${model}' not found` } };
}

/** Only what is called `unknown` cannot be pulled. */
function pulled(model: string, present: Set<string>): VendorAnswer {
  const layer = { status: 'pulling 4824460d29f2', digest: 'sha256:4824460d29f2', total: 1000 };
  if (model === 'unknown')
    return lines([{ status: 'pulling manifest' }, { error: 'pull model manifest: file does not exist' }]);
  present.add(model);
  return lines([
    { status: 'pulling manifest' },
    { ...layer, completed: 250 },
    { ...layer, completed: 1000 },
    { status: 'success' },
  ]);
}

function lines(values: readonly object[]): VendorAnswer {
  return {
    headers: { 'content-type': 'application/x-ndjson' },
    stream: values.map((value) => `${JSON.stringify(value)}\n`),
  };
}
