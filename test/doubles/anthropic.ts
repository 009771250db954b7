import { z } from 'zod';
import { apiKey, guarded, type HostedModelServer, model } from './hosted-models.ts';
import {
  AskedSchema,
  bodyOf,
  type Chat,
  type ChatMessage,
  eventStream,
  type Spoken,
  startModelServer,
  ToolCall,
} from './model-server.ts';
import type { VendorAnswer } from './vendor-server.ts';

const block = z.union([
  z.object({ type: z.literal('text'), text: z.string() }),
  z.object({
    type: z.literal('image'),
    source: z.object({ type: z.literal('base64'), media_type: z.enum(['image/png', 'image/jpeg']), data: z.base64() }),
  }),
]);
const messagesRequest = z.object({
  model: z.string(),
  system: z.array(z.object({ type: z.literal('text'), text: z.string() })),
  messages: z.array(z.object({ role: z.literal('user'), content: z.array(block) })),
  stream: z.literal(true),
  max_tokens: z.int(),
  output_config: z.object({
    format: z.object({
      type: z.literal('json_schema'),
      schema: AskedSchema.extend({
        properties: z.record(z.string().regex(/^[a-zA-Z0-9_.-]{1,64}$/), z.unknown()),
        additionalProperties: z.literal(false),
      }),
    }),
  }),
  tools: z.array(z.unknown()).default([]),
});

/**
 * Stands for Anthropic's `/v1/messages`, after its API reference. Messages of the user that follow each other are one
 * message of several blocks there.
 */
export async function startAnthropic({ contextTokens = 200_000 } = {}): Promise<HostedModelServer> {
  const server = await startModelServer({
    on: 'POST /v1/messages',
    chat: (body) => chatOf(body, contextTokens),
    answer: answered,
    tooLong: () => ({
      status: 400,
      json: fault('invalid_request_error', `prompt is too long: over ${contextTokens} tokens > maximum`),
    }),
    otherwise(request) {
      const key = request.headers['x-api-key'];
      const wanted = request.method === 'POST' ? bodyOf(request).model : undefined;
      const refused = guarded(request, String(key), wanted, (_, type, message) => fault(type, message));
      if (refused !== undefined || request.path !== '/v1/models') return refused;
      return { json: { data: [{ id: model, type: 'model' }], has_more: false } };
    },
  });
  return { ...server, apiKey, model };
}

function chatOf(body: Readonly<Record<string, unknown>>, contextTokens: number): Chat {
  const { messages, system, output_config, tools, max_tokens, ...request } = messagesRequest.parse(body);
  return {
    model: request.model,
    system: system.map(({ text }) => text).join('\n'),
    messages: messagesOf(messages.flatMap(({ content }) => content)),
    schema: output_config.format.schema,
    keys: Object.keys(output_config.format.schema.properties),
    tools: tools.length,
    answerTokens: max_tokens,
    contextTokens,
    body,
  };
}

/** Each block of text, with the images behind it. */
function messagesOf(blocks: readonly z.output<typeof block>[]): ChatMessage[] {
  return blocks.flatMap((each, index) => {
    if (each.type !== 'text') return [];
    const next = blocks.findIndex(({ type }, later) => later > index && type === 'text');
    const own = blocks.slice(index + 1, next === -1 ? undefined : next);
    const images = own.flatMap((image) => (image.type === 'image' ? [Buffer.from(image.source.data, 'base64')] : []));
    return [{ text: each.text, images }];
  });
}

function answered(chat: Chat, { pieces, end }: Spoken): VendorAnswer {
  const usage = { input_tokens: 100, output_tokens: 1 };
  const block =
    end instanceof ToolCall
      ? { type: 'tool_use', id: 'toolu_1', name: end.name, input: {} }
      : { type: 'text', text: '' };
  const deltas =
    end instanceof ToolCall
      ? [{ type: 'input_json_delta', partial_json: JSON.stringify(end.input) }]
      : pieces.map((text) => ({ type: 'text_delta', text }));
  const message = {
    id: 'msg_1',
    type: 'message',
    role: 'assistant',
    model: chat.model,
    content: [],
    stop_reason: null,
    usage,
  };
  return eventStream(
    [
      { type: 'message_start', message },
      { type: 'content_block_start', index: 0, content_block: block },
      { type: 'ping' },
      ...deltas.map((delta) => ({ type: 'content_block_delta', index: 0, delta })),
      { type: 'content_block_stop', index: 0 },
      {
        type: 'message_delta',
        delta: { stop_reason: stopReason(end), stop_sequence: null },
        usage: { output_tokens: 100 },
      },
      { type: 'message_stop' },
    ],
    true,
  );
}

function stopReason(end: Spoken['end']): string {
  if (end instanceof ToolCall) return 'tool_use';
  return { stop: 'end_turn', length: 'max_tokens', refusal: 'refusal' }[end];
}

function fault(type: string, message: string): object {
  return { type: 'error', error: { type, message }, request_id: 'req_1' };
}
