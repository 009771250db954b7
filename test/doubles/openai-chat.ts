import { z } from 'zod';
import { apiKey, guarded, type HostedModelServer, model } from './hosted-models.ts';
import {
  AskedSchema,
  bodyOf,
  type Chat,
  eventStream,
  type Spoken,
  startModelServer,
  ToolCall,
} from './model-server.ts';
import type { VendorAnswer } from './vendor-server.ts';

const part = z.union([
  z.object({ type: z.literal('text'), text: z.string() }),
  z.object({ type: z.literal('image_url'), image_url: z.object({ url: z.string().startsWith('data:image/') }) }),
]);
const chatRequest = z.object({
  model: z.string(),
  messages: z.array(z.object({ role: z.enum(['system', 'user']), content: z.union([z.string(), z.array(part)]) })),
  stream: z.literal(true),
  max_tokens: z.int(),
  response_format: z.object({
    type: z.literal('json_schema'),
    json_schema: z.object({
      strict: z.literal(true),
      schema: AskedSchema,
    }),
  }),
  tools: z.array(z.unknown()).default([]),
});

/** How a server differs from others of its protocol. */
export interface ChatServerManners {
  readonly contextTokens?: number;
  /** Whether the template of the model takes a system message. */
  readonly system?: boolean;
  /** Fields that the list of models has beside the id: `max_model_len` of vLLM. */
  readonly listed?: object;
  /** What `/props` answers, as llama.cpp does; not found without. */
  readonly props?: object;
}

/**
 * Stands for a server that speaks OpenAI's chat completions (vLLM, llama.cpp, LM Studio and others), after OpenAI's API
 * reference. Like vLLM with Mistral or Gemma it refuses two messages of the same role in a row.
 */
export async function startOpenAiChat(manners: ChatServerManners = {}): Promise<HostedModelServer> {
  const { contextTokens = 8192, system = true, listed = {}, props } = manners;
  const server = await startModelServer({
    on: 'POST /v1/chat/completions',
    chat: (body) => chatOf(body, contextTokens),
    answer: answered,
    tooLong: () =>
      fault(400, 'context_length_exceeded', `This model's maximum context length is ${contextTokens} tokens.`),
    otherwise(request) {
      const key = request.headers.authorization?.replace('Bearer ', '');
      const wanted = request.method === 'POST' ? bodyOf(request).model : undefined;
      const refused = guarded(request, key, wanted, (_, code, message) => ({
        error: { message, type: code, param: null, code },
      }));
      if (refused !== undefined) return refused;
      if (request.path === '/v1/models')
        return { json: { object: 'list', data: [{ id: model, object: 'model', ...listed }] } };
      if (request.path === '/props' && props !== undefined) return { json: props };
      return request.method === 'POST' ? disorderIn(bodyOf(request), system) : undefined;
    },
  });
  return { ...server, apiKey, model };
}

/** What vLLM says of roles that the template of the model does not take. */
function disorderIn(body: Readonly<Record<string, unknown>>, system: boolean): VendorAnswer | undefined {
  const roles = chatRequest.parse(body).messages.map(({ role }) => role);
  const refuse = (message: string) => ({
    status: 400,
    json: { object: 'error', message, type: 'BadRequestError', param: null, code: 400 },
  });
  if (!system && roles.includes('system')) return refuse('System role not supported');
  return roles.some((role, index) => role === roles[index - 1])
    ? refuse('After the optional system message, conversation roles must alternate user/assistant/user/assistant/...')
    : undefined;
}

function chatOf(body: Readonly<Record<string, unknown>>, contextTokens: number): Chat {
  const { messages, response_format, tools, max_tokens, ...request } = chatRequest.parse(body);
  const read = messages.map(({ role, content }) => {
    const parts = typeof content === 'string' ? [{ type: 'text' as const, text: content }] : content;
    const images = parts.flatMap((each) => (each.type === 'image_url' ? [imageOf(each.image_url.url)] : []));
    return { role, text: parts.flatMap((each) => (each.type === 'text' ? [each.text] : [])).join(''), images };
  });
  return {
    model: request.model,
    system: read.flatMap(({ role, text }) => (role === 'system' ? [text] : [])).join('\n'),
    messages: read.filter(({ role }) => role === 'user'),
    schema: response_format.json_schema.schema,
    keys: Object.keys(response_format.json_schema.schema.properties),
    tools: tools.length,
    answerTokens: max_tokens,
    contextTokens,
    body,
  };
}

function answered(chat: Chat, { pieces, end }: Spoken): VendorAnswer {
  const chunk = (delta: object, finish_reason: string | null = null) => ({
    id: 'chatcmpl-1',
    object: 'chat.completion.chunk',
    created: 1_790_000_000,
    model: chat.model,
    choices: [{ index: 0, delta, finish_reason }],
  });
  const call = end instanceof ToolCall && {
    tool_calls: [
      { index: 0, id: 'call_1', type: 'function', function: { name: end.name, arguments: JSON.stringify(end.input) } },
    ],
  };
  const said = pieces.map((content) => chunk(end === 'refusal' ? { refusal: content } : { content }));
  return eventStream([
    chunk({ role: 'assistant', content: '' }),
    ...said,
    ...(call === false ? [] : [chunk(call)]),
    chunk({}, end instanceof ToolCall ? 'tool_calls' : end === 'length' ? 'length' : 'stop'),
  ]);
}

function fault(status: number, code: string, message: string): VendorAnswer {
  return { status, json: { error: { message, type: 'invalid_request_error', param: 'messages', code } } };
}

/** The bytes of a `data:` address. */
export function imageOf(url: string): Buffer {
  return Buffer.from(url.split(',')[1] ?? '', 'base64');
}
