import { z } from 'zod';
import { apiKey, guarded, type HostedModelServer, model } from './hosted-models.ts';
import { bodyOf, type Chat, eventStream, type Spoken, startModelServer, ToolCall } from './model-server.ts';
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
      schema: z.object({ properties: z.record(z.string(), z.unknown()) }),
    }),
  }),
  tools: z.array(z.unknown()).default([]),
});

/**
 * Stands for a server that speaks OpenAI's chat completions (vLLM, llama.cpp, LM Studio and others), after OpenAI's API
 * reference.
 */
export async function startOpenAiChat({ contextTokens = 8192 } = {}): Promise<HostedModelServer> {
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
      if (refused !== undefined || request.path !== '/v1/models') return refused;
      return { json: { object: 'list', data: [{ id: model, object: 'model' }] } };
    },
  });
  return { ...server, apiKey, model };
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
